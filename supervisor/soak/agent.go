package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"time"
)

// The words behind which this program plays a part.
const (
	agentWord  = "__agent"
	holderWord = "__holder"
)

// parts are what an agent and its tools can do. They take the words behind theirs.
var parts = map[string]func(words []string){
	"turns":  takeTurns,
	"stream": pourOut,
	"family": raiseFamily,
	"crowd":  gatherCrowd,
	"prey":   bePrey,
	"tool":   beTool,
}

// lifetime is how long a part is played at most, whatever becomes of those who started it.
const lifetime = time.Hour

// play plays a part, if the words name one.
func play(words []string) bool {
	switch {
	case words[0] == holderWord && len(words) > 1:
		os.Exit(holder(words[1:]))
	case words[0] == agentWord && len(words) > 1:
		if part := parts[words[1]]; part != nil {
			time.AfterFunc(lifetime, func() { os.Exit(3) })
			part(words[2:])
			return true
		}
	}
	return false
}

const turnLine = "{\"type\":\"turn_start\"}\n"

// pause says that the agent waits, and waits for a line.
func pause(out *bufio.Writer) {
	fmt.Fprintf(out, "%c\n", mark)
	must(out.Flush())
	for letter := []byte{0}; letter[0] != '\n'; {
		if _, err := os.Stdin.Read(letter); err != nil {
			os.Exit(4)
		}
	}
}

// takeTurns takes a number of turns, each with words and a call of a tool of another name, and pauses after a tenth of
// them and after the last.
func takeTurns(words []string) {
	out, n := bufio.NewWriterSize(os.Stdout, 64<<10), number(words[0])
	for turn := 1; turn <= n; turn++ {
		fmt.Fprint(out, turnLine)
		fmt.Fprintf(out, `{"type":"message_end","message":{"role":"assistant","content":[{"type":"text","text":"%d"}]}}`+"\n", turn)
		fmt.Fprintf(out, `{"type":"tool_execution_start","toolName":"tool %d"}`+"\n{\"type\":\"turn_end\"}\n", turn)
		if turn == n/10 || turn == n {
			pause(out)
		}
	}
}

// pourOut prints the block a number of times and pauses.
func pourOut(words []string) {
	block := makeBlock()
	for range number(words[0]) {
		_, err := os.Stdout.Write(block)
		must(err)
	}
	pause(bufio.NewWriter(os.Stdout))
}

func number(word string) int {
	n, err := strconv.Atoi(word)
	must(err)
	return n
}

// must ends an agent that cannot play its part.
func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "agent:", err)
		os.Exit(5)
	}
}
