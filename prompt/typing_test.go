package prompt

import (
	"regexp"
	"strings"
	"testing"
)

// take has a Typing see the chunks, and returns what came of all of them.
func take(menu Key, chunks ...string) (agent string, submitted bool, pressed int) {
	t := Typing{Menu: menu}
	for _, c := range chunks {
		p := []byte(c)
		out := t.Take(p)
		agent += string(out.Agent)
		submitted = submitted || out.Submitted
		if out.Menu {
			pressed++
		}
		clear(p) // nothing of it is kept
	}
	return agent, submitted, pressed
}

func TestEnterInAnyEncodingSubmits(t *testing.T) {
	for _, typed := range []string{
		"\r", "\n", "fix it\r", "\x1bOM", "\x1b\r", "\x1b[27;1;13~", "\x1b[27;5;13~",
		"\x1b[13u", "\x1b[13;1u", "\x1b[13;1:1u", "\x1b[13;1:2u", "\x1b[13;2u", "\x1b[13;5u", "\x1b[13;129u", "\x1b[13;;13u",
		"\x1b[57414u", "\x1b[57414;1:1u", "\x1b\x1b[13u",
		"\x1b[200~one\rtwo\x1b[201~", "\x1b[200~one\ntwo\x1b[201~", "\x1b[200~\x1b\r",
		"\x1b.\r", "\x1b\x7f[\r", "\x1b\xc3\xa9[\r",
		"\x1b[<0;1;1M\r", "\x1b[M !!\r", "\x1b[I\r", "\x1b]11;rgb:0/0/0\a\r",
	} {
		for size := 1; size <= len(typed); size++ {
			if agent, submitted, _ := take(Key{}, pieces(typed, size)...); !submitted || agent != typed {
				t.Errorf("%q in chunks of %d: submitted %v, the agent gets %q", typed, size, submitted, agent)
			}
		}
	}
}

func TestNothingElseSubmits(t *testing.T) {
	typed := map[string]string{
		"text": "fix it", "Tab": "\t", "a paste": "\x1b[200~one\x1b[201~", "a key in a paste": "\x1b[200~\x1b[13u\x1b[201~",
		"a release": "\x1b[13;1:3u", "a release of the keypad": "\x1b[57414;1:3u",
		"a code that starts alike": "\x1b[130u\x1b[27;1;131~",
		"the mouse at column 13":   "\x1b[<13;13;13M\x1b[M---", "the cursor at column 13": "\x1b[13;13R",
	}
	for name, junk := range noise {
		if name != "Enter alone" && name != "a paste" {
			typed[name+" (noise)"] = junk
		}
	}
	for name, in := range typed {
		for size := 1; size <= len(in); size++ {
			if agent, submitted, _ := take(Key{}, pieces(in, size)...); submitted || agent != in {
				t.Errorf("%s: %q in chunks of %d: submitted %v, the agent gets %q", name, in, size, submitted, agent)
			}
		}
	}
}

func pieces(s string, size int) []string {
	var out []string
	for len(s) > size {
		out = append(out, s[:size])
		s = s[size:]
	}
	return append(out, s)
}

func menuKey(t *testing.T, name string) Key {
	t.Helper()
	k, err := ParseKey(name)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestMenuKeyIsCutOutInAnyEncoding(t *testing.T) {
	tests := map[string][]string{
		`ctrl-\`: {
			"\x1c", "\x1b[92;5u", "\x1b[92;5:1u", "\x1b[92:124;5u", "\x1b[92;69u", "\x1b[92;133u", "\x1b[27;5;92~",
			"\x1b[1103::92;5u",
		},
		"ctrl-]": {"\x1d", "\x1b[93;5u", "\x1b[27;5;93~", "\x1b[1098::93;5u"},
		"ctrl-^": {"\x1e", "\x1b[94;5u", "\x1b[54;6u", "\x1b[54:94;6u", "\x1b[94;6u", "\x1b[27;6;94~"},
		"ctrl-_": {"\x1f", "\x1b[45;6u", "\x1b[45:95;6u", "\x1b[27;6;95~"},
		"ctrl-@": {"\x00", "\x1b[32;5u", "\x1b[50;6u", "\x1b[27;5;32~", "\x1b[50:64;6u"},
		"ctrl-g": {"\a", "\x1b[103;5u", "\x1b[103:71;5u", "\x1b[27;5;103~", "\x1b[1087::103;5u"},
	}
	for name, encodings := range tests {
		for _, e := range encodings {
			for before, after := range map[string]string{
				"": "", "abc": "def\r", "\x1b[A": "\x1b[B", "\x1b[<0;1;1M": "\x1b[I", "é": "é",
			} {
				typed := before + e + after
				for cut := len(before); cut <= len(typed); cut++ {
					if n := cut - len(before); e[0] == 0x1b && n > 0 && n < len("\x1b[9") {
						continue // there it may be the Esc key, see below
					}
					agent, _, pressed := take(menuKey(t, name), typed[:cut], typed[cut:])
					if pressed != 1 || agent != before+after {
						t.Errorf("%s: %q cut at %d: pressed %d times, the agent gets %q", name, typed, cut, pressed, agent)
					}
				}
			}
		}
	}
}

func TestMenuKeyIsNotTakenFromOthers(t *testing.T) {
	for name, typed := range map[string]string{
		"in a paste": "\x1b[200~\x1c\x1b[92;5u\x1b[201~", "in a reply": "\x1bP\x1c\x1b\\",
		"with Alt": "\x1b\x1c", "with Alt of kitty": "\x1b[92;7u", "with Super": "\x1b[92;13u", "without Ctrl": "\\\x1b[92u",
		"another key": "\x1d\x1b[93;5u\x03\r",
		"no key":      "\x1b[0;6u\x1b[;6u\x1b[27;6;0~", "a report": "\x1b[92;5R\x1b[<92;5;5M\x1b[M\\\\\\",
	} {
		for size := 1; size <= len(typed); size++ {
			if name == "with Alt" && size == 1 {
				continue // then it is Esc, and the key
			}
			agent, _, pressed := take(menuKey(t, `ctrl-\`), pieces(typed, size)...)
			if pressed != 0 || agent != typed {
				t.Errorf("%s: %q in chunks of %d: pressed %d times, the agent gets %q", name, typed, size, pressed, agent)
			}
		}
	}
}

func TestMenuKeyThatIsHeldDownIsPressedOnce(t *testing.T) {
	held := []string{"a\x1b[92;5:1u", "\x1b[92;5:2u", "\x1b[92;5:2u\x1b[92;5:3ub"}
	for _, chunks := range [][]string{held, {strings.Join(held, "")}} {
		agent, submitted, pressed := take(menuKey(t, `ctrl-\`), chunks...)
		if agent != "ab" || submitted || pressed != 1 {
			t.Errorf("%q: the agent gets %q, submitted %v, pressed %d times", chunks, agent, submitted, pressed)
		}
	}
}

func TestNothingThatIsAKeyIsHeldBack(t *testing.T) {
	for _, typed := range []string{
		"\x1b", "\x1b[", "\x1bO", "a\x1b", "\x1b\x1b", "\x1b[200~\x1b", "é", "\xc3", "\x1b[" + strings.Repeat("9;", 20),
	} {
		typing := Typing{Menu: menuKey(t, `ctrl-\`)}
		if got := typing.Take([]byte(typed)).Agent; string(got) != typed {
			t.Errorf("%q: the agent gets %q", typed, got)
		}
	}
	// What went out before must be followed by the rest, and is the menu key all the same.
	if agent, _, pressed := take(menuKey(t, `ctrl-\`), "\x1b", "[92;5ux"); agent != "\x1b[92;5ux" || pressed != 1 {
		t.Errorf("pressed %d times, the agent gets %q", pressed, agent)
	}
	if agent, _, pressed := take(menuKey(t, `ctrl-\`), "\x1b", "\x1c"); agent != "\x1b" || pressed != 1 {
		t.Errorf("after Esc: pressed %d times, the agent gets %q", pressed, agent)
	}
}

// escAndControl is Alt and a key, but Esc and a key if it is cut in two.
var escAndControl = regexp.MustCompile("\x1b[\x00-\x1a\x1c-\x1f]")

// FuzzTyping has nothing get lost but the menu key, and every draft noticed, wherever the bytes are cut.
func FuzzTyping(f *testing.F) {
	for _, s := range []string{
		"abc\r", "é\n", "\x1bP\x1b\\", "\x1b\x7f[A\x1b[[A\x1b[13;2u",
		"\x1c", "\x1b[92;5u", "\x1b[92;5:3u\x1b[200~\x1c\x1b[201~", "\x1b[27;5;92~\x1bOM", "\x1b\x1b[9\x1b[92",
	} {
		f.Add([]byte(s), uint8(1), uint8(2))
	}
	f.Fuzz(func(t *testing.T, in []byte, first, step uint8) {
		cut := pieces(string(in), int(step)+1)
		if n := int(first); n < len(in) {
			cut = append([]string{string(in[:n])}, pieces(string(in[n:]), int(step)+1)...)
		}
		plain, _, pressed := take(Key{}, cut...)
		if plain != string(in) || pressed > 0 {
			t.Errorf("%q without a menu key: pressed %d times, the agent gets %q", cut, pressed, plain)
		}
		typing := Typing{Menu: menuKey(t, `ctrl-\`)}
		var agent []byte
		for _, c := range cut {
			agent = append(agent, typing.Take([]byte(c)).Agent...)
		}
		if whole := draft(typing.Menu, string(in)); typing.Draft() != whole && !escAndControl.Match(in) {
			t.Errorf("%q: draft %v, but %v in one piece", cut, typing.Draft(), whole)
		}
		if len(in) > 0 && in[0] > ' ' && in[0] < 0x7f && !strings.ContainsAny(string(in), "\r\x1b") && !typing.Draft() {
			t.Errorf("%q leaves no draft", cut)
		}
		if len(typing.held) >= maxSequence {
			t.Errorf("%q: %q is held back", cut, typing.held)
		}
		if !isSubsequence(string(agent)+string(typing.held), string(in)) {
			t.Errorf("%q: the agent gets %q, and then %q", cut, agent, typing.held)
		}
		if !strings.ContainsAny(string(in), "\x1c\\9") && string(agent)+string(typing.held) != string(in) {
			t.Errorf("%q: the agent gets only %q, and then %q", cut, agent, typing.held)
		}
	})
}

// isSubsequence tells whether s is in without some of its bytes.
func isSubsequence(s, in string) bool {
	for i := range len(in) {
		if s != "" && s[0] == in[i] {
			s = s[1:]
		}
	}
	return s == ""
}
