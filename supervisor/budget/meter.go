package budget

// meter counts one thing, turns or tool calls, against what was granted of it.
type meter struct {
	limit   Limit // what each grant is for
	granted Limit // what may be used until the next question
	used    int
}

func newMeter(l Limit) meter { return meter{limit: l, granted: l} }

// spent tells that the next one would be one too many. It compares with >= because a limit can be lowered below what
// was used. Of the negative limits only Unlimited is no limit: a miscalculated one asks.
func (m *meter) spent() bool {
	return m.granted != Unlimited && m.used >= int(m.granted)
}

// grant is how much is granted, as it is shown. The one turn of a yes to limit 0 is no limit of 1.
func (m *meter) grant() Limit {
	if m.limit == Unlimited || m.granted != Unlimited && m.granted < m.limit {
		return m.granted
	}
	return m.limit
}

// renew is the answer yes. It grants at least one, or limit 0 would only ever ask.
func (m *meter) renew() {
	m.used, m.granted = 0, m.limit
	if m.granted != Unlimited {
		m.granted = max(m.granted, 1)
	}
}

// reset starts again for a new prompt. Nobody has said yes to this one, so limit 0 asks anew, unless the one turn of
// the last yes is still unused: the answer before the first prompt is an answer for it.
func (m *meter) reset() {
	if m.used > 0 || m.grant() != m.limit {
		m.used, m.granted = 0, m.limit
	}
}

// change sets another limit and keeps the count, except that coming from unlimited it begins at 0: what was used
// without a limit was not used from this one.
func (m *meter) change(l Limit) {
	if m.limit == Unlimited {
		m.used = 0
	}
	m.limit, m.granted = l, l
}
