package modelserver

import (
	"net/http"
	"slices"
)

// Requests returns every request so far, in the order of arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.log)
}

// Main returns the requests of the agent itself, retries included.
func (s *Server) Main() []Request {
	return slices.DeleteFunc(s.Requests(), func(r Request) bool { return r.Lane != Main })
}

// Answered returns those requests of Main that got an answer and not a failure: one for each turn of the agent.
func (s *Server) Answered() []Request {
	return slices.DeleteFunc(s.Main(), func(r Request) bool { return r.Status != http.StatusOK })
}

// record logs a request and returns its number, the first being 1.
func (s *Server) record(r Request) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, r)
	return len(s.log)
}

// setStatus must be called before a client can see the answer, so that a test which saw it finds it logged.
func (s *Server) setStatus(request, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log[request-1].Status = status
}

// turn names an answer of the script, however many attempts it takes to get it.
type turn struct {
	agent        string
	prompt, step int
}

// nextFailure returns the failure that this attempt at step is owed, if one is left.
func (s *Server) nextFailure(r Request, step Step) (f Failure, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := turn{r.Agent, r.Prompt, r.Step}
	sent := s.failures[at]
	if sent == len(step.Fail) {
		return Failure{}, false
	}
	s.failures[at]++
	return step.Fail[sent], true
}
