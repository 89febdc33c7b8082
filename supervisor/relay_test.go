package supervisor

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// pump does for a relay what the loop does, until the stream's end.
func pump(t *testing.T, r *relay, wake *waker) {
	t.Helper()
	for !r.eof {
		fds := []unix.PollFd{{Fd: int32(wake.fd), Events: unix.POLLIN}, {Fd: -1, Events: unix.POLLIN}}
		if r.ready() {
			fds[1].Fd = int32(r.src)
		}
		if n, err := unix.Poll(fds, 10_000); err != nil && !errors.Is(err, unix.EINTR) || n == 0 {
			t.Fatalf("poll = %d, %v", n, err)
		}
		if fds[0].Revents != 0 {
			wake.rest()
		}
		if fds[1].Revents != 0 {
			r.fill(func() bool { return true })
		}
	}
	r.close()
	<-r.ended
}

func newPipe(t *testing.T) (src int, w *os.File, wake *waker) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if src, err = pollable(in); err != nil {
		t.Fatal(err)
	}
	if wake, err = newWaker(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = out.Close()
		wake.close()
	})
	return src, out, wake
}

func TestARelayCarriesEveryByteOnceAndShowsItFirst(t *testing.T) {
	src, w, wake := newPipe(t)
	want := bytes.Repeat([]byte("0123456789abcdef"), 100_000)
	var seen, written bytes.Buffer
	ended := false
	r := newRelay(wiring{
		src: src, dst: &written, wake: wake.wake, atEOF: func() { ended = true },
		tap: func(p []byte) { seen.Write(p) }, failed: func(err error) { t.Error(err) },
	})
	go func() {
		_, _ = w.Write(want)
		_ = w.Close()
	}()
	pump(t, r, wake)
	if !bytes.Equal(written.Bytes(), want) || !bytes.Equal(seen.Bytes(), want) || !ended {
		t.Errorf("written %d bytes, seen %d, want %d; told of the end: %v", written.Len(), seen.Len(), len(want), ended)
	}
}

func TestAFailedWriteIsToldOnceAndTheStreamIsDrained(t *testing.T) {
	src, w, wake := newPipe(t)
	broken := errors.New("no space left")
	var told []error
	r := newRelay(wiring{
		src: src, dst: writerFunc(func([]byte) (int, error) { return 0, broken }), wake: wake.wake,
		failed: func(err error) { told = append(told, err) },
	})
	go func() {
		_, _ = w.Write(make([]byte, 1<<20))
		_ = w.Close()
	}()
	pump(t, r, wake)
	if len(told) != 1 || !errors.Is(told[0], broken) {
		t.Errorf("told %v, want %v once", told, broken)
	}
}

// A reader that does not read must hold up the sender, as it would without turnguard, and not fill our memory.
func TestASlowReaderHoldsUpTheSender(t *testing.T) {
	src, w, wake := newPipe(t)
	let := make(chan struct{})
	r := newRelay(wiring{
		src: src, wake: wake.wake, failed: func(err error) { t.Error(err) },
		dst: writerFunc(func(p []byte) (int, error) { <-let; return len(p), nil }),
	})
	if err := w.SetWriteDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	sent := make(chan error, 1)
	go func() {
		_, err := io.Copy(w, bytes.NewReader(make([]byte, 1<<20)))
		sent <- errors.Join(err, w.Close())
	}()
	for r.ready() { // all buffers fill, and none comes back
		if _, err := unix.Poll([]unix.PollFd{{Fd: int32(src), Events: unix.POLLIN}}, 10_000); err != nil {
			t.Fatal(err)
		}
		r.fill(func() bool { return true })
	}
	select {
	case err := <-sent:
		t.Fatalf("1 MiB went into %d buffers of %d bytes (%v)", buffers, bufferSize, err)
	default:
	}
	close(let)
	pump(t, r, wake)
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
