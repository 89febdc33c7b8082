package control

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
)

func TestOneClientsMessUpDoesNotTouchTheOthers(t *testing.T) {
	ownRuntime(t)
	errs := make(chan error, 1)
	s := served(t, func(c *Conn) {
		for {
			message, err := c.Receive()
			if err != nil {
				errs <- err
				return
			}
			if err := c.Send(jsonText(message)); err != nil {
				errs <- err
				return
			}
		}
	})
	good := dialed(t, s)
	for _, tt := range []struct{ name, sent, want string }{
		{"nothing", "", "EOF"},
		{"an empty line", "\n", "receiving a message: it is no JSON object"},
		{"garbage", "\x00\xff\x1b]0;x\x07\n", "receiving a message: it is no JSON object"},
		{"a list", "[1]\n", "receiving a message: it is no JSON object"},
		{"two objects", "{}{}\n", "receiving a message: it is no JSON object"},
		{"half an object", `{"type":`, "receiving a message: unexpected EOF"},
		{"a whole one without the end of its line", `{}`, "receiving a message: unexpected EOF"},
		{"too much", strings.Repeat(" ", maxMessage-1) + "{}\n", "receiving a message: it has more than 65536 bytes"},
		{"without end", strings.Repeat("x", 2*maxMessage), "receiving a message: it has more than 65536 bytes"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bad, err := net.Dial("unix", s.Path())
			if err != nil {
				t.Fatal(err)
			}
			defer bad.Close()
			_, _ = io.WriteString(bad, tt.sent) // too much of it finds nobody
			_ = bad.(*net.UnixConn).CloseWrite()
			if err := within(t, "the guard's complaint", errs); err.Error() != tt.want {
				t.Errorf("%v, want %s", err, tt.want)
			}
			if rest, _ := io.ReadAll(bad); len(rest) > 0 {
				t.Errorf("it was answered with %q", rest)
			}
			echoes(t, good)
		})
	}
}

func TestTheGreatestMessageArrives(t *testing.T) {
	ownRuntime(t)
	c := dialed(t, served(t, echo))
	great := `{"x":"` + strings.Repeat("x", maxMessage-8) + `"}`
	for range 2 {
		if err := c.Send(jsonText(great)); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Receive(); err != nil || string(got) != great {
			t.Fatalf("%d bytes, %v", len(got), err)
		}
	}
	err := c.Send(jsonText(great[:10] + "x" + great[10:]))
	if err == nil || err.Error() != "sending a message: it has 65537 bytes, more than 65536" {
		t.Errorf("a greater one: %v", err)
	}
	echoes(t, c)
}

func TestManyTalkAtOnce(t *testing.T) {
	ownRuntime(t)
	s := served(t, echo)
	var all sync.WaitGroup
	for range 40 {
		all.Go(func() {
			c, err := Dial(s.Path())
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			c.Patience(patience)
			for _, word := range bytes.Fields([]byte("a b c d e f g h")) {
				want := `{"word":"` + string(word) + `"}`
				if err := c.Send(jsonText(want)); err != nil {
					t.Error(err)
					return
				}
				if got, err := c.Receive(); err != nil || string(got) != want {
					t.Errorf("received %q, %v, want %q", got, err, want)
					return
				}
			}
		})
	}
	all.Wait()
}

func TestTooManyClientsAreTurnedAway(t *testing.T) {
	ownRuntime(t)
	s := served(t, echo)
	var conns []*Conn
	for range maxConns {
		c := dialed(t, s)
		echoes(t, c)
		conns = append(conns, c)
	}
	turnedAway := func() bool {
		c := dialed(t, s)
		_ = c.Send(jsonText(`{}`))
		_, err := c.Receive()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatal(err)
		}
		return err != nil
	}
	if !turnedAway() {
		t.Errorf("client %d was served", maxConns+1)
	}
	echoes(t, conns[0])
	_ = conns[1].Close()
	for turnedAway() { // until its handler has noticed
	}
}

func TestPeersOfAnotherUserAreTurnedAway(t *testing.T) {
	ownRuntime(t)
	s, err := Listen()
	if err != nil {
		t.Fatal(err)
	}
	s.uid++ // as if we were somebody else
	serve(t, s, func(*Conn) { t.Error("it was served") })
	c := dialed(t, s)
	if _, err := c.Receive(); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func TestASocketOfAnotherUserIsNotTalkedTo(t *testing.T) {
	ownRuntime(t)
	s := served(t, echo)
	_, err := dial(s.Path(), os.Geteuid()+1)
	if err == nil || !strings.Contains(err.Error(), "is a socket of another user") {
		t.Errorf("error %v", err)
	}
}

func TestCloseEndsEveryConnectionAndWaitsForItsHandler(t *testing.T) {
	ownRuntime(t)
	s, err := Listen()
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	handled := 0 // of that no lock is needed: Close has to wait
	go func() {
		defer close(served)
		s.Serve(func(c *Conn) {
			c.Patience(0)
			echo(c)
			handled++
		})
	}()
	c := dialed(t, s)
	echoes(t, c)
	closed := make(chan error)
	go func() { closed <- s.Close() }()
	if err := within(t, "Close to return", closed); err != nil {
		t.Error(err)
	}
	if handled != 1 {
		t.Errorf("%d handlers have returned, want 1", handled)
	}
	if _, err := c.Receive(); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the connection: %v", err)
	}
	within(t, "Serve to return", served)
	if _, err := Dial(s.Path()); err == nil {
		t.Error("somebody still listens")
	}
	if err := s.Close(); err != nil {
		t.Errorf("the second time: %v", err)
	}
	s.Serve(func(*Conn) { t.Error("it still serves") })
}
