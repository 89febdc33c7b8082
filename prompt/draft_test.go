package prompt

import (
	"strings"
	"testing"
)

// draft has a Typing see the chunks, and tells whether they leave a draft.
func draft(menu Key, chunks ...string) bool {
	t := Typing{Menu: menu}
	for _, c := range chunks {
		t.Take([]byte(c))
	}
	return t.Draft()
}

func TestDraftLastsFromTheFirstKeyToEnter(t *testing.T) {
	const paste, end = "\x1b[200~", "\x1b[201~"
	drafts := map[string]string{
		"text": "f", "text after Enter": "fix it\r.", "a letter beyond ASCII": "é", "half of one": "\xc3",
		"a letter of kitty": "\x1b[97u", "with events": "\x1b[97;1:1u\x1b[97;1:3u", "repeated": "\x1b[97;1:2u",
		"a letter as text": "\x1b[0;;229u", "of modifyOtherKeys": "\x1b[27;2;65~", "a letter with Alt": "\x1by",
		"text that was deleted": "f\x7f", "text, then Ctrl-C": "f\x03", "text, then Esc": "f\x1b",
		"then Esc of kitty":    "f\x1b[27u",
		"Up, which may recall": "\x1b[A", "Up with Shift": "\x1b[1;2A", "an application's Up": "\x1bOA", "Right": "\x1b[C",
		"a function key": "\x1bOP", "F5": "\x1b[15~", "of a console": "\x1b[[A", "of rxvt": "\x1b[c", "Tab": "\t",
		"Backspace": "\x7f", "with Alt": "\x1b\x7f", "a dot with Alt": "\x1b.", "a backslash with Alt": "\x1b\\",
		"Ctrl-D": "\x04", "Cmd-C": "\x1b[99;9u", "c after Ctrl-C": "\x03c",
		"Shift-Enter": "f\x1b[13;2u", "Shift-Enter alone": "\x1b[13;2u", "Alt-Enter": "\x1b\r",
		"of modifyOtherKeys too": "\x1b[27;2;13~",
		"Ctrl-J":                 "f\n", "a backslash and both": "f\\\r\n",
		"a paste": paste + "one" + end, "of lines": paste + "one\rtwo\r" + end, "of a picture": paste + end,
		"unfinished": paste, "of Ctrl-C": paste + "\x03" + end, "of a key": paste + "\x1b[13u" + end,
		"a paste after Enter": "f\r" + paste + "\n" + end, "the menu key in a paste": paste + "\x1c" + end,
		"a release of Enter": "f\x1b[13;1:3u", "the mouse after text": "f\x1b[<0;1;1M", "the menu key after text": "f\x1c",
	}
	none := map[string]string{
		"nothing": "", "Enter": "\r", "text, Enter": "fix it\r", "Enter of kitty": "f\x1b[13u", "with events": "f\x1b[13;1:1u",
		"with locks": "f\x1b[13;193u", "of the keypad": "f\x1bOM", "and of kitty": "f\x1b[57414u",
		"of modifyOtherKeys": "f\x1b[27;1;13~",
		"held down":          "f\x1b[13;1:2u", "a paste, Enter": paste + "one\rtwo" + end + "\r",
		"Ctrl-C": "\x03", "of kitty": "\x1b[99;5u\x1b[99;5:3u", "and modifyOtherKeys": "\x1b[27;5;99~",
		"Esc": "\x1b", "Esc twice": "\x1b\x1b", "Esc of kitty": "\x1b[27u", "Esc with events": "\x1b[27;1:1u\x1b[27;1:3u",
		"releases":     "\x1b[97;1:3u\x1b[1;1:3A\x1b[3;1:3~\x1b[57441;2:3u",
		"the menu key": "\x1c", "and of kitty's": "\x1b[92;5:1u\x1b[92;5:2u\x1b[92;5:3u", "after Enter": "f\r\x1c",
		"replies": "\x1b[?7u\x1b[?62;22c\x1b[>41;354;0c\x1b[3;7R\x1b[?3;7R\x1b[0n\x1b[?997;1n\x1b[?2026;2$y\x1b[4;1$y" +
			"\x1b[4;600;800t\x1b[2;1;1;120;120;1;0x\x1b[>4;2m",
		"longer ones": "\x1b]11;rgb:0000/0000/0000\x1b\\\x1b]4;1;rgb:ff/ff/ff\a\x1bP>|kitty(0.40)\x1b\\\x1b_Gi=1;OK\x1b\\",
		"long ones":   "\x1b[?62;1;2;4;6;9;15;16;17;18;21;22;28;29c\x1bP1+r" + strings.Repeat("4142=", 20) + "\x1b\\",
		"the mouse":   "\x1b[<35;10;10M\x1b[<0;1;1m\x1b[M !!\x1b[32;10;10M", "the focus": "\x1b[I\x1b[O",
	}
	for name, junk := range noise {
		switch name {
		case "a paste", "function keys", "with Ctrl or Super", "other letters":
			drafts[name+" (noise)"] = junk
		default:
			none[name+" (noise)"] = junk
		}
	}
	for want, inputs := range map[bool]map[string]string{true: drafts, false: none} {
		for name, in := range inputs {
			for size := 1; size <= len(in)+1; size++ {
				if name == "Alt-Enter" && size == 1 {
					continue // then it is Esc, and Enter
				}
				if got := draft(menuKey(t, `ctrl-\`), pieces(in, size)...); got != want {
					t.Errorf("%s: %q in chunks of %d: draft %v, want %v", name, in, size, got, want)
				}
			}
		}
	}
	if !draft(Key{}, "\x1c") {
		t.Error("no draft after a key that is no menu key")
	}
}
