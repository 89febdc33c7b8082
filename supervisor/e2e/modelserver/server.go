// Package modelserver is the model that the end-to-end tests give to the real agents: a server on the loopback
// interface that speaks OpenAI's chat completions and responses, Anthropic's messages and Gemini's content, follows a
// script, and logs every request that arrives. It remembers nothing of a conversation: each request carries all of it, and
// so says how far the script has come.
package modelserver

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"testing"
	"time"
)

// A Server follows one script. All of its methods may be called while agents talk to it.
type Server struct {
	URL string // without a path: http://127.0.0.1:port

	script Script
	http   *httptest.Server

	mu       sync.Mutex
	log      []Request
	failures map[turn]int // sent so far
}

// New starts a server on a free port. The caller closes it.
func New(script Script) *Server {
	s := &Server{script: script, failures: make(map[turn]int)}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", s.model(readMessages, openAI))
	mux.HandleFunc("POST /v1/messages", s.model(readMessages, anthropic))
	mux.HandleFunc("POST /v1/responses", s.model(readResponses, responses))
	mux.HandleFunc("POST /v1beta/models/{call}", s.generate())
	mux.HandleFunc("POST /v1/messages/count_tokens", s.side(http.StatusOK, encode(object{"input_tokens": inputTokens})))
	mux.HandleFunc("HEAD /{$}", s.side(http.StatusOK, ""))
	mux.HandleFunc("/", s.side(http.StatusNotFound, errorBody(http.StatusNotFound)))
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL
	return s
}

// Start starts a server that is closed at the end of the test.
func Start(tb testing.TB, script Script) *Server {
	tb.Helper()
	s := New(script)
	tb.Cleanup(s.Close)
	return s
}

// Close cuts off the agents that are still connected and frees the port.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// side gives always the same answer.
func (s *Server) side(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.record(Request{At: time.Now(), Path: r.URL.Path, Lane: Side, Status: status})
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// A protocol is a reader of requests, and a layout of answers as events.
type (
	reader func(raw []byte) (body, error)
	layout func(id int, model string, step Step) []string
)

// model answers with the next step of the script, laid out as the events of one protocol.
func (s *Server) model(read reader, layout layout) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		at := time.Now()
		var b body
		raw, err := io.ReadAll(r.Body) // to its end: the server notices that a client has left only after that
		if err == nil {
			b, err = read(raw)
		}
		if err != nil {
			s.record(Request{At: at, Path: r.URL.Path, Lane: Side, Status: http.StatusBadRequest})
			fail(w, Failure{Status: http.StatusBadRequest})
			return
		}
		req := describe(r, b, s.script.Words)
		req.At = at
		id := s.record(req)
		step := s.script.next(req.Lane, req.Step)
		if s.script.Heeds && req.Words > 0 && req.Lane == Main {
			step = s.script.next(Main, len(s.script.Steps))
		}
		if f, ok := s.nextFailure(req, step); ok {
			s.setStatus(id, f.Status)
			fail(w, f)
			return
		}
		if !wait(r, step.Delay) {
			return
		}
		s.setStatus(id, http.StatusOK)
		stream(w, r, layout(id, b.Model, step), step.Pause)
	}
}

// stream sends the events one by one, with a pause before the middle one.
func stream(w http.ResponseWriter, r *http.Request, events []string, pause time.Duration) {
	w.Header().Set("Content-Type", "text/event-stream")
	for i, e := range events {
		if i == len(events)/2 && !wait(r, pause) {
			return
		}
		if _, err := io.WriteString(w, e); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush()
	}
}

// wait reports whether the client was still there after d.
func wait(r *http.Request, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-r.Context().Done():
		return false
	}
}

func fail(w http.ResponseWriter, f Failure) {
	w.Header().Set("Content-Type", "application/json")
	if f.RetryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
	w.WriteHeader(f.Status)
	_, _ = io.WriteString(w, errorBody(f.Status))
}

// errorBody has a shape that every protocol understands, and the words by which agents tell what is worth a retry.
func errorBody(status int) string {
	kind, text := "api_error", "Internal server error"
	switch status {
	case http.StatusBadRequest:
		kind, text = "invalid_request_error", "Bad request"
	case http.StatusNotFound:
		kind, text = "not_found_error", "Not found"
	case http.StatusTooManyRequests:
		kind, text = "rate_limit_error", "Rate limit reached"
	case 529:
		kind, text = "overloaded_error", "Overloaded"
	}
	return encode(object{"type": "error", "error": object{"type": kind, "message": text}})
}
