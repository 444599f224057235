package recorded

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDatesToTheNanosecond(t *testing.T) {
	for _, test := range []struct {
		text  string
		want  string // RFC 3339; "" for none
		zoned bool
	}{
		{"2023-11-16 18:17:03.9799600", "2023-11-16T18:17:03.97996Z", false},
		{"2024-05-10 00:00:00.009930+00:00", "2024-05-10T00:00:00.00993Z", true},
		{"2024-05-10T02:00:00Z", "2024-05-10T02:00:00Z", true},
		{"2024-05-10T02:00:00.123456789+05:30", "2024-05-09T20:30:00.123456789Z", true},
		{"2024-05-10T02:00:00-0330", "2024-05-10T05:30:00Z", true},
		{"2024-05-10T02:00:00+02", "2024-05-10T00:00:00Z", true},
		{"2024-05-10 02:00:00 UTC", "2024-05-10T02:00:00Z", true},
		{"2024-02-29 23:59:59.9999999996", "2024-03-01T00:00:00Z", false},
		{"1969-12-31 23:59:59.5", "1969-12-31T23:59:59.5Z", false},
		{"2023-02-29 00:00:00", "", false},
		{"2023-04-31 00:00:00", "", false},
		{"2023-13-01 00:00:00", "", false},
		{"2023-12-01 24:00:00", "", false},
		{"2016-12-31 23:59:60", "", false},
		{"2023-12-01", "", false},
		{"2023-12-01 00:00", "", false},
		{"2023-12-01 00:00:00.", "", false},
		{"2023-12-01 00:00:00 CET", "", false},
		{"2023-12-01 00:00:00+1", "", false},
		{"2023-12-01x00:00:00", "", false},
		{"0001-01-01 00:00:00", "", false},
		{"", "", false},
	} {
		s, message := parseStamp(&cell{text: []byte(test.text)}, dates)
		if (message == "") != (test.want != "") {
			t.Errorf("%q: got %q; want %q", test.text, message, test.want)
			continue
		}
		if got := time.Unix(0, s.at).UTC().Format(time.RFC3339Nano); message == "" && (got != test.want || s.zoned != test.zoned) {
			t.Errorf("%q: got %s, zone %t; want %s, zone %t", test.text, got, s.zoned, test.want, test.zoned)
		}
	}
}

// Against rational numbers of any size.
func TestDecimalsAreRoundedToTheNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{0,12}(\.[0-9]{0,22})?(e[+-]?[0-9]{1,2})?`).Draw(t, "text")
		d, ok := parseDecimal([]byte(text))
		exact, wantOK := new(big.Rat).SetString(text)
		if !ok {
			if wantOK && text != "" {
				t.Fatalf("%q is not taken for a number", text)
			}
			return
		}
		got, fits := d.scaled(9)
		exact.Mul(exact, new(big.Rat).SetInt64(1e9))
		exact.Add(exact, big.NewRat(1, 2))
		want := new(big.Int).Quo(exact.Num(), exact.Denom())
		if fits != want.IsInt64() || fits && got != want.Int64() {
			t.Fatalf("%q: got %d, %t; want %v", text, got, fits, want)
		}
	})
}

func TestNumbersThatAreNone(t *testing.T) {
	for _, text := range []string{"", ".", "-", "e5", "1e", "1e+", "1.2.3", "0x10", "1_000", "١", "1 2", "Inf", "nan"} {
		if _, ok := parseDecimal([]byte(text)); ok {
			t.Errorf("%q is taken for a number", text)
		}
	}
}
