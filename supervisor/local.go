package supervisor

import (
	"bytes"
	"context"
	"os/exec"
	"slices"
	"time"

	"github.com/turnguard/turnguard/detect"
)

// helpTime is how long an agent may take to print its help.
const helpTime = 5 * time.Second

// keepLocal has an interactive agent run its loop in its own process. Some leave that to a daemon, and one that runs
// already is not below turnguard; those versions have a flag against it, named in their help.
func (r *run) keepLocal() {
	if r.Agent == nil || r.Agent.Local == "" || !r.Agent.Interactive(r.Argv) || slices.Contains(r.Argv, r.Agent.Local) {
		return
	}
	table, at := detect.Locate(r.command.Argv)
	if table != r.Agent || at < 0 || !r.helps(r.Argv, r.Agent.Local) {
		return
	}
	if r.NoHook {
		r.warn("%s may work in a daemon that runs already, which a stop does not reach: add %s to its command", r.Agent.Name, r.Agent.Local)
		return
	}
	r.command.Argv = slices.Insert(slices.Clone(r.command.Argv), at+1, r.Agent.Local)
}

// helps tells whether the agent's help names a flag.
func (r *run) helps(argv []string, flag string) bool {
	_, at := detect.Locate(argv)
	ctx, cancel := context.WithTimeout(context.Background(), helpTime)
	defer cancel()
	help := exec.CommandContext(ctx, r.Program, append(slices.Clone(argv[1:at+1]), "--help")...)
	help.Env = r.Environment
	help.WaitDelay = time.Second
	text, err := help.CombinedOutput()
	if err != nil {
		r.Log.Info("no help of the agent", "error", err)
	}
	return bytes.Contains(text, []byte(flag))
}
