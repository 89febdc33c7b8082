package command_test

import "testing"

func TestStatusWithoutAGuard(t *testing.T) {
	t.Parallel()
	l := newLobby(t)
	if stdout, stderr, status := l.turnguard(t, "status"); stdout != "no guard is running\n" || stderr != "" || status != 0 {
		t.Errorf("%q, %q, status %d", stdout, stderr, status)
	}
	if stdout, stderr, status := l.turnguard(t, "status", "--json"); stdout != "[]\n" || stderr != "" || status != 0 {
		t.Errorf("with --json: %q, %q, status %d", stdout, stderr, status)
	}
}

const (
	statusOfPi = `{"pid":4100001,"agent":"pi","command":["pi"],"cwd":"/home/me","limit":null,"limit_source":"default",` +
		`"used":7,"turns":31,"tool_calls":40,"tool_call_limit":null,"subagent_turns":2,"grants":1,"source":"hook","counting":"ok","state":"running",` +
		`"started_at":"2026-03-01T12:30:59Z"}`
	statusOfClaude = `{"pid":4100002,"agent":"claude","command":["claude","a \u001b[31mred\nprompt` +
		` that goes on and on and on and on and on"],"cwd":"/","limit":25,"limit_source":"flag","used":25,"turns":25,"tool_calls":0,` +
		`"subagent_turns":0,"grants":0,"source":"log","counting":"degraded","state":"asking","started_at":"2026-03-01T23:05:00Z"}`
	unknownStatus = `{"command":["make"],"state":"run\u0007ning","used":0,"limit":0,"started_at":"2026-03-01T00:00:00Z"}`
)

func TestStatusShowsTheGuards(t *testing.T) {
	t.Parallel()
	l := newLobby(t)
	l.guard(t, 4100002, `{"status":`+statusOfClaude+"}\n")
	l.guard(t, 4100001, `{"status":`+statusOfPi+"}\n")
	l.guard(t, 4100003, "")
	l.guard(t, 4100004, `{"status":`+unknownStatus+"}\n")
	l.guard(t, 4100005, "{}\n")
	const table = "" +
		"PID      AGENT   TURNS  STATE    COUNTING  SINCE             COMMAND\n" +
		"4100001  pi      7/∞    running  ok        2026-03-01 12:30  pi\n" +
		"4100002  claude  25/25  asking   degraded  2026-03-01 23:05  claude a red prompt that goes on and on and on and on and on\n" +
		"4100003  -       -      silent   -         -                 -\n" +
		"4100004  -       0/0    running  -         2026-03-01 00:00  make\n" +
		"4100005  -       -      silent   -         -                 -\n"
	stdout, stderr, status := l.turnguard(t, "status")
	if stdout != table || stderr != "" || status != 0 {
		t.Errorf("stderr %q, status %d, stdout\n%s\nwant\n%s", stderr, status, stdout, table)
	}
}

func TestStatusAsJSONHasAllThatIsKnown(t *testing.T) {
	t.Parallel()
	l := newLobby(t)
	l.guard(t, 4100003, hangUp)
	l.guard(t, 4100001, `{"status":`+statusOfPi+"}\n")
	stdout, stderr, status := l.turnguard(t, "status", "--json")
	if want := "[" + statusOfPi + `,{"pid":4100003,"state":"silent"}]` + "\n"; stdout != want || stderr != "" || status != 0 {
		t.Errorf("%s, stderr %q, status %d; want %s", stdout, stderr, status, want)
	}
}

func TestStatusTakesFlagsOnly(t *testing.T) {
	t.Parallel()
	stdout, stderr, status := newLobby(t).turnguard(t, "status", "4100001")
	if want := "turnguard: status 4100001: want flags only\n"; stdout != "" || stderr != want || status != 125 {
		t.Errorf("%q, %q, status %d; want %q", stdout, stderr, status, want)
	}
}

// Elsewhere they are names of programs.
func TestTheVerbsCountOnlyAsTheFirstWord(t *testing.T) {
	t.Parallel()
	for _, verb := range []string{"limit", "status", "stats"} {
		stdout, stderr, status := newLobby(t).turnguard(t, "--", verb)
		if want := "turnguard: cannot find the command \"" + verb + "\"\n"; stdout != "" || stderr != want || status != 127 {
			t.Errorf("%q, %q, status %d; want %q", stdout, stderr, status, want)
		}
	}
}
