package control

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pair returns both ends of a connection, in a synctest bubble with its own time.
func pair(t *testing.T, patience time.Duration) (guard *Conn, peer net.Conn) {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { _, _ = ours.Close(), theirs.Close() })
	return newConn(ours, Peer{}, patience), theirs
}

func TestAStrangerMustNotKeepTheGuardWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guard, peer := pair(t, strangersTime)
		start := time.Now()
		var dripping sync.WaitGroup
		defer dripping.Wait()
		dripping.Go(func() {
			for err := error(nil); err == nil; _, err = peer.Write([]byte(" ")) {
				time.Sleep(time.Second)
			}
		})
		_, err := guard.Receive()
		if took := time.Since(start); !errors.Is(err, os.ErrDeadlineExceeded) || took != strangersTime {
			t.Errorf("%v after %v", err, took)
		}
	})
}

func TestTheClockStartsAgainWithEachMessageSent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guard, peer := pair(t, strangersTime)
		go func() {
			in := bufio.NewReader(peer)
			for range 5 {
				time.Sleep(strangersTime - time.Second)
				_, _ = io.WriteString(peer, "{}\n")
				_, _ = in.ReadString('\n')
			}
		}()
		for range 5 {
			if _, err := guard.Receive(); err != nil {
				t.Fatal(err)
			}
			if err := guard.Send(Reply{}); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestAPeerInTheTreeMayTakeHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guard, peer := pair(t, strangersTime)
		go func() {
			for _, part := range []string{`{"type":`, `"turn_start"}`, "\n"} {
				time.Sleep(10 * time.Hour)
				_, _ = io.WriteString(peer, part)
			}
		}()
		guard.Patience(0)
		if got, err := guard.Receive(); err != nil || string(got) != `{"type":"turn_start"}` {
			t.Errorf("%q, %v", got, err)
		}
	})
}

func TestAPeerThatDoesNotReadLosesTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		guard, peer := pair(t, 0)
		start := time.Now()
		err := guard.Send(Reply{Text: "limit set to 50"})
		if took := time.Since(start); !errors.Is(err, os.ErrDeadlineExceeded) || took != writeTime {
			t.Errorf("%v after %v", err, took)
		}
		if _, err := peer.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("the connection: %v", err)
		}
	})
}

func TestSendTellsWhatItCannotSay(t *testing.T) {
	guard, _ := pair(t, 0)
	if err := guard.Send(func() {}); err == nil || !strings.HasPrefix(err.Error(), "sending a message: ") {
		t.Errorf("error %v", err)
	}
}

func TestAHalfOfASurrogatePairIsTaken(t *testing.T) {
	in := bufio.NewReaderSize(strings.NewReader(`{"text":"cut \ud83d"}`+"\n"), maxMessage+1)
	if got, err := next(in); err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// FuzzReceive: a message is a line that is a JSON object, and what comes behind a line that is none is not looked at.
func FuzzReceive(f *testing.F) {
	for _, seed := range []string{
		"", "\n", "{}\n", "{}\n{}\n", `{"type":"limit","limit":"50"}` + "\n", " {} \r\n", "{}", "[]\n{}\n",
		"{}}\n", "null\n", "{\"a\":1,\"a\":2}\n", "{\"\xff\":1}\n", strings.Repeat("[", 100) + "\n", `{"a":{"a":{"a":[{}]}}}` + "\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		in := bufio.NewReaderSize(bytes.NewReader(stream), maxMessage+1)
		for rest := stream; ; {
			got, err := next(in)
			line, after, whole := bytes.Cut(rest, []byte("\n"))
			if err != nil {
				if errors.Is(err, io.EOF) != (len(rest) == 0) {
					t.Fatalf("%v with %q left", err, rest)
				}
				return
			}
			if !whole || !bytes.Equal(got, line) || len(got) > maxMessage {
				t.Fatalf("message %q of %q", got, rest)
			}
			var object map[string]any
			if err := json.Unmarshal(got, &object); err != nil || object == nil {
				t.Fatalf("message %q: %v", got, err)
			}
			var request Request
			_ = json.Unmarshal(got, &request) // must not panic
			rest = after
		}
	})
}
