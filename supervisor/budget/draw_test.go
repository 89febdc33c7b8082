package budget

import (
	"slices"

	"pgregory.net/rapid"

	"github.com/turnguard/turnguard/detect"
)

var (
	// anyLimit is small, so that runs meet it.
	anyLimit = rapid.Map(rapid.IntRange(-1, 6), func(n int) Limit { return Limit(n) })

	numberLimit = rapid.Map(rapid.IntRange(0, 6), func(n int) Limit { return Limit(n) })

	anyLimits = rapid.Custom(func(t *rapid.T) Limits {
		return Limits{
			Turns:          anyLimit.Draw(t, "turns"),
			ToolCalls:      anyLimit.Draw(t, "tool calls"),
			Grace:          rapid.IntRange(-1, 7).Draw(t, "grace"),
			CountSubagents: rapid.Bool().Draw(t, "count subagents"),
		}
	})

	anyEvent = rapid.Custom(func(t *rapid.T) detect.Event {
		return detect.Event{
			Kind: rapid.SampledFrom([]detect.Kind{
				detect.Turn, detect.Turn, detect.Turn, detect.More, detect.More, detect.ToolCall, detect.ToolCall,
				detect.Void, detect.Prompt, detect.Say, detect.End,
			}).Draw(t, "kind"),
			Sub: rapid.IntRange(0, 3).Draw(t, "sub") == 3,
		}
	})

	anyEvents = rapid.SliceOfN(anyEvent, 0, 60)

	// provenEvents has no turn that is taken back.
	provenEvents = rapid.Map(anyEvents, func(events []detect.Event) []detect.Event {
		return slices.DeleteFunc(events, func(e detect.Event) bool { return e.Kind == detect.Void })
	})
)
