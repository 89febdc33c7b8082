package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// finished is a tool call that is done, as Claude Code tells of it.
type finished struct {
	Tool     string          `json:"tool_name"`
	Input    json.RawMessage `json:"tool_input"`
	Response json.RawMessage `json:"tool_response"`
}

// result is what the guard is told of it: what it takes to notice that it is the same as another.
type result struct {
	Tool  string `json:"tool_name"`
	Print string `json:"print"`
}

const (
	maxResults = 200 // so many fit into a message, and more are not asked for at once
	maxName    = 40  // of a tool, in bytes
)

// outline tells of the results in a list of finished calls. It makes nothing of a list of another form: that is no reason
// to stop the agent.
func outline(list json.RawMessage) (results []result) {
	var calls []finished
	_ = json.Unmarshal(list, &calls)
	for _, c := range calls[:min(len(calls), maxResults)] {
		hash := sha256.New()
		_ = json.NewEncoder(hash).Encode(c)
		results = append(results, result{c.Tool[:min(len(c.Tool), maxName)], hex.EncodeToString(hash.Sum(nil)[:8])})
	}
	return results
}
