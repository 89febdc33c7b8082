package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"syscall"
	"time"
)

// The kinds of tool, by how they are placed and what they do not listen to.
const (
	plain    = "plain"    // in the agent's process group
	group    = "group"    // in one of its own, deaf to SIGHUP, as nohup makes it
	session  = "session"  // in a session of its own
	daemon   = "daemon"   // in a session of its own, and nobody's child
	stubborn = "stubborn" // plain, but deaf to SIGHUP and SIGTERM, and so is the agent
)

var kinds = []string{plain, group, session, daemon, stubborn}

// familySize is how many processes an agent with ten tools is.
const familySize = 11

// raiseFamily starts ten tools and pauses; then it takes a turn every 20 ms.
func raiseFamily([]string) {
	for i := range familySize - 1 {
		startTool(kinds[i%3], os.DevNull)
	}
	fmt.Printf("%c\n", mark)
	for {
		fmt.Print(turnLine)
		time.Sleep(20 * time.Millisecond)
	}
}

// gatherCrowd becomes a number of processes, itself included, pauses, and then wants more turns than one.
func gatherCrowd(words []string) {
	for i := 1; i < number(words[0]); i++ {
		sleeper := exec.Command("sleep", strconv.Itoa(int(lifetime.Seconds())))
		sleeper.SysProcAttr = &syscall.SysProcAttr{Setsid: i%3 == 0, Setpgid: i%3 == 1}
		must(sleeper.Start())
	}
	pause(bufio.NewWriter(os.Stdout))
	fmt.Print(turnLine, turnLine)
	time.Sleep(lifetime)
}

// bePrey starts a tool of some kind, takes two turns with a moment between them, and goes on. It and the tool append
// to a file for as long as they run. Told to end, it takes a while.
func bePrey(words []string) {
	kind, ticks := words[0], words[1]
	startTool(kind, ticks)
	if kind == stubborn {
		signal.Ignore(syscall.SIGHUP, syscall.SIGTERM)
	} else {
		told := make(chan os.Signal, 1)
		signal.Notify(told, syscall.SIGTERM)
		go func() {
			<-told
			time.Sleep(killAfter / 2)
			os.Exit(0)
		}()
	}
	fmt.Print(turnLine)
	time.AfterFunc(turnTime, func() { fmt.Print(turnLine) })
	tick(ticks)
}

// startTool starts a tool and returns when it runs.
func startTool(kind, ticks string) {
	self, err := os.Executable()
	must(err)
	tool := exec.Command(self, agentWord, "tool", kind, ticks)
	tool.SysProcAttr = &syscall.SysProcAttr{Setpgid: kind == group, Setsid: kind == session || kind == daemon}
	ready, theirs, err := os.Pipe()
	must(err)
	defer ready.Close()
	tool.Stdout = theirs
	must(tool.Start())
	must(theirs.Close())
	if kind == daemon {
		must(tool.Wait())
	}
	_, err = ready.Read(make([]byte, 1))
	must(err)
}

// beTool says so and ticks. A daemon starts another tool in its place first.
func beTool(words []string) {
	kind, ticks := words[0], words[1]
	switch kind {
	case group:
		signal.Ignore(syscall.SIGHUP)
	case stubborn:
		signal.Ignore(syscall.SIGHUP, syscall.SIGTERM)
	case daemon:
		startTool(session, ticks)
	}
	_, err := os.Stdout.WriteString("!")
	must(err)
	if kind != daemon {
		tick(ticks)
	}
}

// tick appends a byte to a file every few milliseconds.
func tick(file string) {
	ticks, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	must(err)
	for {
		_, err := ticks.WriteString(".")
		must(err)
		time.Sleep(3 * time.Millisecond)
	}
}
