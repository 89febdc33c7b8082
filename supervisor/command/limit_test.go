package command_test

import (
	"strings"
	"testing"
)

const limitSet = `{"text":"limit set to 50: 12 turns used"}` + "\n"

func TestLimitIsGivenToTheOnlyGuard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args string
		want string // what the guard is asked
	}{
		{"limit 50", `{"type":"limit","limit":"50"}`},
		{"limit 0", `{"type":"limit","limit":"0"}`},
		{"limit Unlimited", `{"type":"limit","limit":"unlimited"}`},
		{"limit ∞", `{"type":"limit","limit":"unlimited"}`},
		{"limit 50 --pid 4100001", `{"type":"limit","limit":"50"}`},
		{"limit -- 50", `{"type":"limit","limit":"50"}`},
	} {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			l := newLobby(t)
			asked := l.guard(t, 4100001, limitSet)
			stdout, stderr, status := l.turnguard(t, strings.Fields(tt.args)...)
			if stdout != "limit set to 50: 12 turns used\n" || stderr != "" || status != 0 {
				t.Errorf("%q, %q, status %d", stdout, stderr, status)
			}
			if got := asked(); got != tt.want+"\n" {
				t.Errorf("asked %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLimitIsGivenToTheChosenGuard(t *testing.T) {
	t.Parallel()
	for _, args := range []string{
		"limit --pid 4100002 7", "limit --pid=4100002 7", "limit 7 --pid 4100002", "limit 7 --pid=4100002",
	} {
		t.Run(args, func(t *testing.T) {
			t.Parallel()
			l := newLobby(t)
			first, second := l.guard(t, 4100001, limitSet), l.guard(t, 4100002, limitSet)
			if stdout, stderr, status := l.turnguard(t, strings.Fields(args)...); status != 0 {
				t.Errorf("%q, %q, status %d", stdout, stderr, status)
			}
			if got := first(); got != "" {
				t.Errorf("the other was asked %q", got)
			}
			if got := second(); got != `{"type":"limit","limit":"7"}`+"\n" {
				t.Errorf("asked %q", got)
			}
		})
	}
}

// What is wrong with the command line is told although a guard runs, and the guard is not bothered.
func TestLimitRefusesAWrongCommandLine(t *testing.T) {
	t.Parallel()
	l := newLobby(t)
	asked := l.guard(t, 4100001, limitSet)
	const number = `want a whole number from 0 to 1000000000, or "unlimited"`
	const process = "want the process id of a guard, as turnguard status shows it"
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{}, `limit takes one number of turns, or "unlimited"; 0 were given`},
		{[]string{"5", "6"}, `limit takes one number of turns, or "unlimited"; 2 were given`},
		{[]string{"abc"}, `limit "abc": ` + number},
		{[]string{""}, `limit "": ` + number},
		{[]string{"-5"}, `limit "-5": ` + number},
		{[]string{"--", "-5"}, `limit "-5": ` + number},
		{[]string{"010"}, `limit "010": ` + number},
		{[]string{"5", "--pid", "abc"}, "--pid abc: " + process},
		{[]string{"--pid=-3", "5"}, "--pid -3: " + process},
		{[]string{"--pid", "0", "5"}, "--pid 0: " + process},
		{[]string{"--pid=", "5"}, "--pid: is empty, " + process},
		{[]string{"5", "--pid"}, "--pid needs a value"},
		{[]string{"5", "--pid", "4100002"}, "no guard has process id 4100002; see turnguard status"},
	} {
		stdout, stderr, status := l.turnguard(t, append([]string{"limit"}, tt.args...)...)
		if stdout != "" || stderr != "turnguard: "+tt.want+"\n" || status != 125 {
			t.Errorf("%q: %q, %q, status %d; want %s", tt.args, stdout, stderr, status, tt.want)
		}
	}
	if got := asked(); got != "" {
		t.Errorf("asked %q", got)
	}
}

func TestLimitTellsWhyItIsNotSet(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, reply, want string }{
		{"a refusal", `{"error":"the agent may not raise its limit"}` + "\n", "the agent may not raise its limit"},
		{"a refusal to be cleaned", `{"error":"\u001b[2Jno\nnever\u202e"}` + "\n", "no never"},
		{"silence", "", "asking guard 4100001 for limit 50: no answer within 2s"},
		{"none", hangUp, "asking guard 4100001 for limit 50: it has hung up"},
		{"garbage", "what?\n", "asking guard 4100001 for limit 50: receiving a message: it is no JSON object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := newLobby(t)
			l.guard(t, 4100001, tt.reply)
			stdout, stderr, status := l.turnguard(t, "limit", "50")
			if stdout != "" || stderr != "turnguard: "+tt.want+"\n" || status != 125 {
				t.Errorf("%q, %q, status %d; want %s", stdout, stderr, status, tt.want)
			}
		})
	}
}

func TestLimitWithoutAGuard(t *testing.T) {
	t.Parallel()
	l := newLobby(t)
	for _, args := range [][]string{{"limit", "50"}, {"limit", "50", "--pid", "4100001"}} {
		stdout, stderr, status := l.turnguard(t, args...)
		if stdout != "" || stderr != "turnguard: no guard is running\n" || status != 125 {
			t.Errorf("%q: %q, %q, status %d", args, stdout, stderr, status)
		}
	}
}

func TestLimitListsTheGuardsWhereSeveralRun(t *testing.T) {
	t.Parallel()
	l := newLobby(t)
	l.guard(t, 4100002, `{"status":{"command":["claude","-p","fix\u001b]0;x\u0007 the tests, and then do all the rest"]}}`+"\n")
	l.guard(t, 4100001, `{"status":{"command":["pi"]}}`+"\n")
	l.guard(t, 4100003, hangUp)
	stdout, stderr, status := l.turnguard(t, "limit", "50")
	want := "turnguard: 3 guards are running, choose one with --pid: " +
		"4100001 (pi), 4100002 (claude -p fix the tests, and then do al…), 4100003 (-)\n"
	if stdout != "" || stderr != want || status != 125 {
		t.Errorf("%q, %q, status %d; want %q", stdout, stderr, status, want)
	}
}
