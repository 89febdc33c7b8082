//go:build e2e

package e2e

import (
	"fmt"
	"path/filepath"
	"slices"
)

// The agents that people use besides. Each comes without what it does on the side: updates, statistics, suggestions.
var others = []agent{codex(), opencode(), gemini(), qwen()}

// everyone is all agents, for what holds without a hook.
var everyone = slices.Concat(agents, others)

func codex() agent {
	return agent{
		command:  "codex",
		version:  "0.169.0",
		program:  ".bin/codex",
		headless: []string{"exec", "--json", "--skip-git-repo-check"},
		tui:      []string{"--no-daemon"}, // or the requests come from a daemon, which outlives it
		shell:    "exec_command",
		argument: "cmd",
		busy:     "esc to interrupt",
		editor:   at(`^› (.*)$`),
		files: func(home, url string) map[string]string {
			return map[string]string{".codex/config.toml": fmt.Sprintf(`
				model = "scripted"
				model_provider = "scripted"
				approval_policy = "never"
				sandbox_mode = "danger-full-access"
				check_for_update_on_startup = false
				disable_paste_burst = true # the tests type faster than people do
				analytics.enabled = false
				features.plugins = false # they come from afar
				[model_providers.scripted]
				name = "scripted"
				base_url = "%s/v1"
				wire_api = "responses"
				env_key = "SCRIPTED_KEY"
				[projects.%q]
				trust_level = "trusted"
			`, url, filepath.Join(home, "project"))}
		},
		environment: func(home, _ string) []string {
			return []string{"CODEX_HOME=" + filepath.Join(home, ".codex"), "SCRIPTED_KEY=dummy"}
		},
	}
}

func opencode() agent {
	return agent{
		command:  "opencode",
		version:  "1.18.33",
		program:  "opencode-" + platform() + "/bin/opencode",
		headless: []string{"run", "--format", "json"},
		shell:    "bash",
		argument: "command",
		busy:     "esc interrupt",
		editor:   at(`┃ *(.*)\n *┃\n *┃  Build `),
		files: func(_, url string) map[string]string {
			return map[string]string{
				".config/opencode/opencode.json": fmt.Sprintf(`{"model":"scripted/scripted","permission":"allow","share":"disabled",
					"provider":{"scripted":{"npm":"@ai-sdk/openai-compatible","models":{"scripted":{}},
						"options":{"baseURL":"%s/v1","apiKey":"dummy"}}}}`, url),
				// It would install this while it runs, for plugins to use, did it not find it in place.
				".config/opencode/package-lock.json": `{"packages":{"":{"dependencies":{"@opencode-ai/plugin":"*"}}}}`,
				".config/opencode/node_modules/none": "",
			}
		},
		environment: func(string, string) []string {
			return []string{
				"OPENCODE_DISABLE_AUTOUPDATE=1",
				"OPENCODE_DISABLE_LSP_DOWNLOAD=1",
				"OPENCODE_DISABLE_MODELS_FETCH=1",
			}
		},
	}
}

func gemini() agent {
	return agent{
		command:  "gemini",
		version:  "0.61.0",
		program:  ".bin/gemini",
		headless: []string{"--yolo", "-o", "stream-json", "-p"}, // no setting can do that
		tui:      []string{"--yolo"},
		shell:    "run_shell_command",
		argument: "command",
		busy:     "esc to cancel",
		editor:   at(`^▄+\n [*>] +(.*)\s+▀+$`),
		files: func(string, string) map[string]string {
			return map[string]string{".gemini/settings.json": `{
				"general":{"enableAutoUpdate":false,"enableAutoUpdateNotification":false},
				"model":{"name":"gemini-2.5-pro","disableLoopDetection":true},
				"privacy":{"usageStatisticsEnabled":false},
				"security":{"auth":{"selectedType":"gemini-api-key"},"folderTrust":{"enabled":false}},
				"tools":{"useRipgrep":false}}`}
		},
		environment: func(_, url string) []string {
			return []string{"GEMINI_API_KEY=dummy", "GOOGLE_GEMINI_BASE_URL=" + url}
		},
	}
}

func qwen() agent {
	return agent{
		command:  "qwen",
		version:  "0.24.4",
		program:  ".bin/qwen",
		headless: []string{"-o", "stream-json", "-p"},
		shell:    "run_shell_command",
		argument: "command",
		busy:     "esc to cancel",
		editor:   at(`^─+\n[*>] +(.*)\n─+$`),
		files: func(string, string) map[string]string {
			return map[string]string{".qwen/settings.json": `{
				"general":{"enableAutoUpdate":false},
				"memory":{"enableManagedAutoMemory":false,"enableManagedAutoDream":false},
				"privacy":{"usageStatisticsEnabled":false},
				"security":{"auth":{"selectedType":"openai"},"folderTrust":{"enabled":false}},
				"tools":{"approvalMode":"yolo","useRipgrep":false},
				"ui":{"enableFollowupSuggestions":false}}`}
		},
		environment: func(_, url string) []string {
			return []string{
				"OPENAI_API_KEY=dummy",
				"OPENAI_BASE_URL=" + url + "/v1",
				"OPENAI_MODEL=scripted",
				"QWEN_CODE_SUPPRESS_YOLO_WARNING=1",
			}
		},
	}
}
