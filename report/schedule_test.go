package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestSecondsAreShownToAMillisecond(t *testing.T) {
	for ns, want := range map[int64]string{
		0: "0", 1: "0.000000001", 999_999: "0.000999999", 1_000_000: "0.001", 500_000_000: "0.5", 511_800_000: "0.512",
		10_000_000_000: "10", 85_656_648_000_000: "85656.648", math.MaxInt64: "9223372036.855",
	} {
		if got := Seconds(ns); got != want {
			t.Errorf("%d ns are shown as %s s; want %s", ns, got, want)
		}
	}
}

// aSchedule is three attempts of a policy: one that waits, one that may stop, and
// the last.
func aSchedule() Schedule {
	half := Spread{0, 250_000_000, 500_000_000}
	asked := int64(511_000_000)
	return Schedule{Policy: "course", Notes: []string{"a note"}, Rows: []ScheduleRow{
		{Attempt: 1, Failure: "timeout", Wait: half, Waited: half, At: half, Share: 1, Then: ThenWaits},
		{Attempt: 2, Failure: "429", Wait: half, Waited: half, At: half, Share: 0.25, Asked: &asked, Hint: HintHeeded, Then: ThenMayStop, Why: "total"},
		{Attempt: 3, Failure: "429", Waited: half, At: half, Then: ThenStops, Why: "attempts"},
	}}
}

func TestAScheduleShowsWhatAPolicyDoes(t *testing.T) {
	want := Golden{Name: "schedule", Want: []byte("" +
		"after  failure  wait (s)  mean  total (s)  mean  then\n" +
		"    1  timeout   0 … 0.5  0.25    0 … 0.5  0.25  waits\n" +
		"    2  429       0 … 0.5  0.25    0 … 0.5  0.25  heeds 0.511 s in 25 %, else stops: total\n" +
		"    3  429             –     –    0 … 0.5  0.25  stops: attempts\n" +
		"a note\n")}
	if diff := want.Diff([]byte(tableText(t, aSchedule(), Layout{}))); diff != "" {
		t.Error(diff)
	}
}

// Layers and instants have a column where they say more than the others do; means
// give way where room is short.
func TestAScheduleHasTheColumnsThatItNeeds(t *testing.T) {
	s := aSchedule()
	s.Rows[2].Layer = 1
	s.Rows[2].At = Spread{30e9, 30e9, 30e9}
	heading, _, _ := strings.Cut(tableText(t, s, Layout{}), "\n")
	if want := "after  failure  layer  wait (s)  mean  total (s)  mean   at (s)  then"; heading != want {
		t.Errorf("have %q; want %q", heading, want)
	}
	heading, _, _ = strings.Cut(tableText(t, s, Layout{Columns: 60}), "\n")
	if strings.Contains(heading, "mean") || !strings.Contains(heading, "at (s)") {
		t.Errorf("in 60 columns there is %q", heading)
	}
}

func TestHintsSayWhatIsMadeOfThem(t *testing.T) {
	asked := int64(60e9)
	for hint, want := range map[string]string{
		HintNone: "waits", HintUnread: "waits, hint not read", HintHeeded: "heeds 60 s", HintCut: "cuts 60 s", HintIgnored: "waits, asked for 60 s",
	} {
		row := ScheduleRow{Hint: hint, Then: ThenWaits, Asked: &asked}
		if got := row.then(); got != want {
			t.Errorf("a hint that is %q is shown as %q; want %q", hint, got, want)
		}
	}
}

// A share that rounds to all or nothing is neither.
func TestWhatMayStopIsNeitherSureNorImpossible(t *testing.T) {
	for share, want := range map[float64]string{0.9995: "waits in 99 %, else stops: total", 0.0005: "waits in 1 %, else stops: total"} {
		row := ScheduleRow{Share: share, Then: ThenMayStop, Why: "total"}
		if got := row.then(); got != want {
			t.Errorf("a share of %v is shown as %q; want %q", share, got, want)
		}
	}
}

func TestASchedulesJSONHasRowsAndNotes(t *testing.T) {
	var got struct {
		Version int
		Policy  string
		Rows    []map[string]any
		Notes   []string
	}
	if err := json.Unmarshal(encoded(t, aSchedule(), FormatJSON), &got); err != nil {
		t.Fatal(err)
	}
	first := got.Rows[0]
	if got.Version != Version || got.Policy != "course" || len(got.Rows) != 3 || len(got.Notes) != 1 || first["asked_ns"] != nil || first["wait_spread_ns"] != 5e8 {
		t.Errorf("have %+v", got)
	}
	if text := string(encoded(t, Schedule{}, FormatJSON)); !strings.Contains(text, `"rows": []`) || !strings.Contains(text, `"notes": []`) {
		t.Errorf("no rows and no notes are %s; want empty lists", text)
	}
}
