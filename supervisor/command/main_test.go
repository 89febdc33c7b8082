package command_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"github.com/turnguard/turnguard/supervisor/command"
)

// TestMain makes the test binary play turnguard, or an agent, when it is called by that name.
func TestMain(m *testing.M) {
	turnguard := func() { os.Exit(command.Run(os.Args, "test")) }
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], "__") { // it has started itself again
		turnguard()
	}
	testscript.Main(m, map[string]func(){
		"turnguard-on-a-terminal": turnguard,
		// Without a terminal, whatever the tests themselves were started from.
		"turnguard": func() { _, _ = unix.Setsid(); turnguard() },
		"agent":     fakeAgent,
	})
}

// fakeAgent prints the stream of an agent that asks its model for some turns: `agent turns=6`. Its words are
//
//	turns=N     the N-th turn is the last one (1)
//	calls=N     every turn but the last calls N tools (1)
//	requests=F  each request that it would send to a model is a line in file F
//	prompts=N   it does all that N times (1)
//	results=ab  the tools of turn 1 have result a, those of turn 2 result b, and so on; then no result is told of
//	tools=T     how long the tools of a turn take (300ms: a stop, even on a busy machine, takes far less)
//	status=N    its exit status (0)
func fakeAgent() {
	set := map[string]string{"turns": "1", "calls": "1", "prompts": "1", "status": "0", "tools": "300ms"}
	for _, arg := range os.Args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		set[name] = value
	}
	number := func(name string) int {
		n, err := strconv.Atoi(set[name])
		if err != nil {
			panic(err)
		}
		return n
	}
	tools, err := time.ParseDuration(set["tools"])
	if err != nil {
		panic(err)
	}
	request := func() {
		if file, err := os.OpenFile(set["requests"], os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err == nil {
			fmt.Fprintln(file, "request")
			_ = file.Close()
		}
	}
	fmt.Println(`{"type":"session","version":3,"id":"0001","cwd":"/"}`)
	for range number("prompts") {
		fmt.Println(`{"type":"agent_start"}`)
		for turn := 1; turn <= number("turns"); turn++ {
			fmt.Println(`{"type":"turn_start"}`)
			if turn == 1 {
				fmt.Println(`{"type":"message_start","message":{"role":"user"}}`)
			}
			request()
			if turn == number("turns") {
				fmt.Println(`{"type":"message_end","message":{"role":"assistant","stopReason":"stop"}}`)
				break
			}
			calls := strings.Repeat(`,{"type":"toolCall","id":"1","name":"bash","arguments":{}}`, number("calls"))
			fmt.Printf(`{"type":"message_end","message":{"role":"assistant","content":[%s],"stopReason":"toolUse"}}`+"\n", calls[1:])
			time.Sleep(tools)
			if results := set["results"]; turn <= len(results) {
				fmt.Printf(`{"type":"message_end","message":{"role":"toolResult","toolCallId":"1","content":"%c","isError":false}}`+"\n", results[turn-1])
				time.Sleep(tools) // a stop here takes far less as well
			}
		}
		fmt.Println(`{"type":"agent_end"}`)
	}
	os.Exit(number("status"))
}
