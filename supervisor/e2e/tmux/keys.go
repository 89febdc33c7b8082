package tmux

// Run types a command line at the prompt of the shell, and Enter.
func (p *Pane) Run(line string) {
	p.tb.Helper()
	p.WaitForPrompt()
	p.Type(line)
	p.Wait("echo of the command", func() bool { return !atPrompt(p.Screen()) }) // or WaitForPrompt could see the old one
	p.Key("Enter")
}

// Type types text as it is: "\r" is Enter.
func (p *Pane) Type(text string) {
	p.tb.Helper()
	p.tmux(text, "load-buffer", "-", ";", "paste-buffer", "-d", "-r")
}

// Key types keys by the names that tmux has for them, such as Enter, Escape, Up or C-c.
func (p *Pane) Key(names ...string) {
	p.tb.Helper()
	p.tmux("", append([]string{"send-keys"}, names...)...)
}

// Paste pastes text: between brackets, if the command in the foreground has asked for them.
func (p *Pane) Paste(text string) {
	p.tb.Helper()
	p.tmux(text, "load-buffer", "-", ";", "paste-buffer", "-d", "-p")
}
