package hook

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHooksThatNeedTrustAreNotInstalledWithout(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]adapter{"codex": codex, "gemini": gemini} {
		dir := t.TempDir()
		_, err := a.install(Place{Dir: dir}, nil)
		if !errors.Is(err, ErrNone) || !strings.Contains(err.Error(), "--trust-hook") {
			t.Errorf("%s: got %v, want ErrNone", name, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s: wrote %v", name, left)
		}
	}
}

// TestCodexIsToldWhatToTrust has the hash that Codex 0.169.0 was seen to accept.
func TestCodexIsToldWhatToTrust(t *testing.T) {
	t.Parallel()
	l, err := codex.install(Place{Socket: "/run/guard", Self: "/bin/turnguard", Trusted: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	flags := strings.Join(l.flags, "\n")
	for _, want := range []string{
		`hooks.PreModelRequest=[{hooks=[{type="command",` +
			`command="'/bin/turnguard' __hook '/run/guard' || kill $PPID",timeout=1728000}]}]`,
		`"/<session-flags>/config.toml:pre_model_request:0:0"={trusted_hash="sha256:7ea76d13473bafd8967ba3cb151b1a17b855d200637841ae1af0a3b531224014"}`,
	} {
		if !strings.Contains(flags, want) {
			t.Errorf("no %s in\n%s", want, flags)
		}
	}
}

func TestGeminiFindsAllThatIsInTheUsersFolder(t *testing.T) {
	t.Parallel()
	home, to := t.TempDir(), Place{Dir: t.TempDir(), Trusted: true}
	own := write(t, filepath.Join(home, ".gemini", "settings.json"), `{"model": "mine"}`)
	write(t, filepath.Join(home, ".gemini", "tmp", "chat.jsonl"), "{}")
	for _, env := range []environment{{"HOME=" + home}, {"HOME=/nowhere", geminiHome + "=" + home}} {
		to.Dir = t.TempDir()
		l, err := gemini.install(to, env)
		if err != nil {
			t.Fatal(err)
		}
		folder := filepath.Join(environment(l.set).get(geminiHome), ".gemini")
		if s := installed(t, filepath.Join(folder, "settings.json")); s.Model != "mine" || len(s.Hooks) != len(geminiEvents) {
			t.Errorf("got %+v", s)
		}
		if text, err := os.ReadFile(filepath.Join(folder, "tmp", "chat.jsonl")); string(text) != "{}" {
			t.Errorf("the user's sessions are not there: %v", err)
		}
	}
	if text, _ := os.ReadFile(own); string(text) != `{"model": "mine"}` {
		t.Errorf("the user's own settings are %s", text)
	}
}

func TestTheFirstSessionOfGeminiIsKeptToo(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	l, err := gemini.install(Place{Dir: t.TempDir(), Trusted: true}, environment{"HOME=" + home})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(environment(l.set).get(geminiHome), ".gemini", "tmp", "chat.jsonl"), "{}")
	if text, err := os.ReadFile(filepath.Join(home, ".gemini", "tmp", "chat.jsonl")); string(text) != "{}" {
		t.Errorf("it is not in the user's folder: %v", err)
	}
}
