package detect

// kilo reads `kilo run --format json`, 7.8: a fork of opencode that prints its lines, so that nothing tells the two
// streams apart.
var kilo = Table{
	Name:     "kilo",
	Commands: []string{"kilo", "kilocode"},
	Packages: []string{"@kilocode/cli"},
	Streams:  []string{"--format json"},
	Headless: []string{"run"},
	Rules:    opencodeRules,
}
