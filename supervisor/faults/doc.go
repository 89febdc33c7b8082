// Package faults drills turnguard: each of its tests breaks one thing on purpose, around the whole program on a terminal,
// and then looks for what is left behind: a process, a file, another mode of the terminal. The number and the short name
// in front of a test are its row in the matrix of faults.
package faults
