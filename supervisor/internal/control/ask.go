package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// answerTime is how long a guard may take to answer a request. It answers at once, unless it is stopped itself.
const answerTime = 2 * time.Second

// Ask sends a request to the guard whose socket is at path and returns its reply, which may be a refusal. It is an
// error if there is none within 2 s.
func Ask(path string, request Request) (Reply, error) {
	c, err := Dial(path)
	if err != nil {
		return Reply{}, err
	}
	defer c.Close()
	c.Patience(answerTime)
	if err := c.Send(request); err != nil {
		return Reply{}, err
	}
	message, err := c.Receive()
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return Reply{}, fmt.Errorf("no answer within %v", answerTime)
	case errors.Is(err, io.EOF):
		return Reply{}, errors.New("it has hung up")
	case err != nil:
		return Reply{}, err
	}
	var reply Reply
	if err := json.Unmarshal(message, &reply); err != nil {
		return Reply{}, fmt.Errorf("reading the guard's reply: %w", err)
	}
	return reply, nil
}
