package follow

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestWhatStoodInAFileBeforeTheStartDoesNotCount(t *testing.T) {
	dir := t.TempDir()
	before := standIn(t, dir)
	before.write("old.jsonl", "history\n")
	s := standIn(t, dir)
	s.run()
	s.write("new.jsonl", "of today\n")
	s.expect("new.jsonl", "of today\n", 1)
	s.write("old.jsonl", "resumed\n")
	s.expect("old.jsonl", "resumed\n", 1)
}

func TestWhatIsWrittenBetweenTheStartAndTheFirstLookCounts(t *testing.T) {
	s := stand(t)
	s.write("a.jsonl", "quick\n")
	s.run()
	s.expect("a.jsonl", "quick\n", 1)
}

func TestADirectoryMayAppearLate(t *testing.T) {
	root := t.TempDir()
	s := standIn(t, root+"/not/there/yet")
	s.run()
	s.write("a.jsonl", "first\n")
	s.expect("a.jsonl", "first\n", 1)
	s.write("a.jsonl", "second\n")
	s.expect("a.jsonl", "first\nsecond\n", 1)
}

func TestADirectoryMayGoAndComeBack(t *testing.T) {
	s := stand(t)
	s.run()
	for i, text := range []string{"three\n", "two\n", "1\n"} { // what is shorter cannot be more of the same
		s.write("a.jsonl", text)
		s.expect("a.jsonl", text, i+1)
		s.must(os.RemoveAll(s.dir))
	}
}

func TestAnUnfinishedLineIsHandedOver(t *testing.T) {
	s := stand(t)
	s.run()
	var all string
	for _, part := range []string{`{"type":`, `"message`, `"}`, "\n", `{"ty`} {
		s.write("a.jsonl", part)
		all += part
		s.expect("a.jsonl", all, 1)
	}
}

func TestFilesThatGrowAtOnceAreEachReadWhole(t *testing.T) {
	s := stand(t)
	s.run()
	want := map[string]string{}
	for i := range 4 {
		name := fmt.Sprintf("%d.jsonl", i)
		var lines strings.Builder
		for line := range 500 {
			fmt.Fprintf(&lines, "line %d of file %d %s\n", line, i, strings.Repeat("x", line))
		}
		want[name] = lines.String()
	}
	var writers sync.WaitGroup
	for name, text := range want {
		writers.Go(func() {
			for line := range strings.Lines(text) {
				s.write(name, line)
			}
		})
	}
	writers.Wait()
	for name, text := range want {
		s.expect(name, text, 1)
	}
}

func TestATruncatedFileBeginsAnew(t *testing.T) {
	s := stand(t)
	s.run()
	s.write("a.jsonl", "one\ntwo\nhal")
	s.expect("a.jsonl", "one\ntwo\nhal", 1)
	s.must(os.WriteFile(s.path("a.jsonl"), []byte("1\n"), 0o600))
	s.expect("a.jsonl", "1\n", 2)
}

func TestAReplacedFileBeginsAnew(t *testing.T) {
	s := stand(t)
	s.run()
	s.write("a.jsonl", "one\ntwo\n")
	s.expect("a.jsonl", "one\ntwo\n", 1)
	s.write("a.tmp", "a longer file under the same name\n")
	s.must(os.Rename(s.path("a.tmp"), s.path("a.jsonl")))
	s.expect("a.jsonl", "a longer file under the same name\n", 2)
}

func TestARemovedFileThatComesBackBeginsAnew(t *testing.T) {
	s := stand(t)
	s.run()
	s.write("a.jsonl", "one\n")
	s.expect("a.jsonl", "one\n", 1)
	s.must(os.Remove(s.path("a.jsonl")))
	s.write("b.jsonl", "meanwhile\n")
	s.expect("b.jsonl", "meanwhile\n", 1)
	s.write("a.jsonl", "one and more\n")
	s.expect("a.jsonl", "one and more\n", 2)
}

func TestOnlyRegularFilesOfThisUserAreRead(t *testing.T) {
	s := stand(t)
	secret := stand(t)
	secret.write("secret.jsonl", "a secret\n")
	s.must(os.Symlink(secret.path("secret.jsonl"), s.path("link.jsonl")))
	s.must(syscall.Mkfifo(s.path("pipe.jsonl"), 0o600))
	s.must(os.Mkdir(s.path("dir.jsonl"), 0o700))
	unreadable := []string{"link.jsonl", "pipe.jsonl", "dir.jsonl"}
	if os.Geteuid() == 0 { // who alone can give files away
		s.write("other.jsonl", "somebody else's\n")
		s.must(os.Chown(s.path("other.jsonl"), 65534, 65534))
		unreadable = append(unreadable, "other.jsonl")
	}
	for _, name := range unreadable {
		if in, _, err := open(s.path(name)); err == nil {
			in.Close()
			t.Errorf("%s can be opened", name)
		}
	}
	end := s.run()
	s.write("a.jsonl", "mine\n")
	s.expect("a.jsonl", "mine\n", 1)
	end()
	for path, text := range s.text {
		if string(text) != "mine\n" {
			t.Errorf("%s: %q", path, text)
		}
	}
}

func TestALongFileIsReadInTurns(t *testing.T) {
	s := stand(t)
	s.write("a.jsonl", "")
	s.must(os.Truncate(s.path("a.jsonl"), most+bufferSize+1))
	r, long := newReader(s.take), &file{path: s.path("a.jsonl"), fresh: true}
	for i, want := range []int{most, most + bufferSize + 1} {
		more := r.read(long)
		if got, _ := s.seen("a.jsonl"); len(got) != want || more != (i == 0) {
			t.Errorf("turn %d: %d bytes so far, more: %v, want %d", i+1, len(got), more, want)
		}
	}
	if s.longest != bufferSize {
		t.Errorf("the longest piece has %d bytes, want %d", s.longest, bufferSize)
	}
}

func TestALongFileIsReadToItsEndAtOnce(t *testing.T) {
	s := stand(t)
	s.unwatched()
	long := strings.Repeat("0123456789abcde\n", (most+most/2)>>4)
	s.write("a.jsonl", long)
	s.run()
	s.expect("a.jsonl", long, 1)
}

func TestItLooksALastTimeAtTheEnd(t *testing.T) {
	s := stand(t)
	s.unwatched()
	s.write("a.jsonl", "found at once\n")
	end := s.run()
	s.expect("a.jsonl", "found at once\n", 1)
	s.write("b.jsonl", "last words")
	end()
	s.expect("b.jsonl", "last words", 1)
}

func TestItEndsWhileAFileGrows(t *testing.T) {
	s := stand(t)
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				s.write("a.jsonl", "more\n")
			}
		}
	})
	end := s.run()
	for {
		if got, _ := s.seen("a.jsonl"); got != "" {
			break
		}
		<-s.changed
	}
	end()
	close(stop)
	writer.Wait()
}

func TestWithoutAWatchItLooksFromTimeToTime(t *testing.T) {
	s := standIn(t, t.TempDir()+"/later")
	s.unwatched()
	s.poll = time.Millisecond
	s.run()
	s.write("a.jsonl", "one\n")
	s.expect("a.jsonl", "one\n", 1)
	s.write("a.jsonl", "two\n")
	s.expect("a.jsonl", "one\ntwo\n", 1)
	s.write("b.jsonl", "three\n")
	s.expect("b.jsonl", "three\n", 1)
}

func TestAFileThatSomebodyNamesIsFollowedAlone(t *testing.T) {
	s := stand(t)
	elsewhere := t.TempDir()
	first, second := elsewhere+"/first.jsonl", elsewhere+"/second.jsonl"
	s.write(first, "before it was named\n")
	s.run()
	s.write("found.jsonl", "one\n")
	s.expect("found.jsonl", "one\n", 1)
	s.Use(first)
	s.write("found.jsonl", "somebody else's\n")
	s.write("later.jsonl", "somebody else's\n")
	s.write(first, "after\n")
	s.expect(first, "after\n", 1)
	s.Use(second) // which does not exist yet
	s.write(second, "the next session\n")
	s.expect(second, "the next session\n", 1)
	s.Use(first)
	s.write(first, "and back\n")
	s.expect(first, "after\nand back\n", 1)
	s.expect("found.jsonl", "one\n", 1)
	s.expect("later.jsonl", "", 0)
}

func TestAFileThatWasThereAtTheStartMayBeNamedLater(t *testing.T) {
	s := claudeStage(t, "claude")
	s.write(transcript(one), "history\n")
	s.Follower = New(s.sessions)
	s.poll = never
	s.write(transcript(one), "prompt\n")
	s.Use(s.path(transcript(one)))
	s.run()
	s.expect(transcript(one), "prompt\n", 1)
}

func TestAFileThatIsFollowedAlreadyMayBeNamed(t *testing.T) {
	s := stand(t)
	s.run()
	s.write("a.jsonl", "one\n")
	s.expect("a.jsonl", "one\n", 1)
	s.Use(s.path("a.jsonl"))
	s.Use(s.path("./a.jsonl"))
	s.write("a.jsonl", "two\n")
	s.expect("a.jsonl", "one\ntwo\n", 1)
}
