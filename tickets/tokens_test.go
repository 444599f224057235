package tickets

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// A lessonText is a text with what the lesson's program makes of it.
type lessonText struct {
	Text   string   `json:"text"`
	Tokens []string `json:"tokens"`
	Hash   uint32   `json:"hash"`
	Label  string   `json:"label"`
}

func readLessonTexts(t testing.TB) []lessonText {
	t.Helper()
	var texts []lessonText
	readLessonJSON(t, "text.json", &texts)
	if len(texts) != 641 {
		t.Fatalf("text.json has %d texts; want 641", len(texts))
	}
	return texts
}

func TestTokensAndHashesAreTheLessons(t *testing.T) {
	for _, tt := range readLessonTexts(t) {
		if got := slices.Collect(Tokens(tt.Text)); !slices.Equal(got, tt.Tokens) {
			t.Errorf("Tokens(%+q) = %+q; want %+q", tt.Text, got, tt.Tokens)
		}
		if got := CountTokens(tt.Text); got != len(tt.Tokens) {
			t.Errorf("CountTokens(%+q) = %d; want %d", tt.Text, got, len(tt.Tokens))
		}
		if got := Hash(tt.Text); got != tt.Hash {
			t.Errorf("Hash(%+q) = %d; want %d", tt.Text, got, tt.Hash)
		}
	}
}

// naiveTokens are Tokens as the lesson writes them.
func naiveTokens(text string) []string {
	var tokens []string
	for _, word := range strings.FieldsFunc(strings.ReplaceAll(Lower(text), ",", " , "), isSpace) {
		letters := []rune(word)
		for len(letters) > tokenLength {
			tokens = append(tokens, string(letters[:tokenLength]))
			letters = letters[tokenLength:]
		}
		tokens = append(tokens, string(letters))
	}
	return tokens
}

// letters generates texts in which words, white space and commas alternate often.
func letters() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.String(),
		rapid.StringOf(rapid.RuneFrom([]rune("aZ0 ,\t\u00a0\u2028\x1cİΣς'.ğ😀"))),
		rapid.StringOf(rapid.RuneFrom([]rune("abc,  "))),
	)
}

func TestTokensAgreeWithTheLessonsOwnSteps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := letters().Draw(t, "text")
		want := naiveTokens(text)
		if got := slices.Collect(Tokens(text)); !slices.Equal(got, want) {
			t.Fatalf("Tokens(%+q) = %+q; want %+q", text, got, want)
		}
		if got := CountTokens(text); got != len(want) {
			t.Fatalf("CountTokens(%+q) = %d; want %d", text, got, len(want))
		}
	})
}

func TestTokensCanBeBrokenOff(t *testing.T) {
	for n, want := range [][]string{{}, {"a"}, {"a", ","}, {"a", ",", "fatur"}, {"a", ",", "fatur", "alar"}} {
		got := []string{}
		for token := range Tokens("a, faturalar") {
			if len(got) == n {
				break
			}
			got = append(got, token)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the first %d tokens are %q; want %q", n, got, want)
		}
	}
}

func TestCountBytesRoundsUp(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2, "ğğ": 1, "ğğğ": 2} {
		if got := CountBytes(text); got != want {
			t.Errorf("CountBytes(%q) = %d; want %d", text, got, want)
		}
	}
}

func TestHashIsOverCodePoints(t *testing.T) {
	for _, tt := range []struct {
		text string
		want uint32
	}{
		{"", 2166136261},
		{"a", 0xe40c292c}, // as FNV-1a over bytes, for ASCII
		{"foobar", 0xbf9cf968},
		{"ğ", (2166136261 ^ 0x11f) * 16777619 & 0xffffffff},
	} {
		if got := Hash(tt.text); got != tt.want {
			t.Errorf("Hash(%q) = %#x; want %#x", tt.text, got, tt.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := letters().Draw(t, "a"), letters().Draw(t, "b")
		if got, want := hashOn(Hash(a), b), Hash(a+b); got != want {
			t.Fatalf("continued after %q, the hash of %q is %d; want %d", a, b, got, want)
		}
	})
}

func TestPrefixCountsCodePoints(t *testing.T) {
	for _, tt := range []struct {
		text string
		n    int
		want string
	}{
		{"kesinti", 5, "kesin"}, {"çağrı", 3, "çağ"}, {"abc", 3, "abc"}, {"abc", 9, "abc"}, {"abc", 0, ""}, {"", 0, ""}, {"", 2, ""},
	} {
		if got := Prefix(tt.text, tt.n); got != tt.want {
			t.Errorf("Prefix(%q, %d) = %q; want %q", tt.text, tt.n, got, tt.want)
		}
	}
}

func FuzzTokens(f *testing.F) {
	for _, seed := range []string{
		"", "Talep 4001 : fatura , ariza", "a,,b", "ABCDİ", "ΣΟΦΟΣ'ΑΣ.", "\x1c\x85\u2028", "\xff\xfe,", "😀😀😀😀😀😀", "abcde\u0301f",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		count := 0
		joined := ""
		for token := range Tokens(text) {
			count++
			joined += token
			if n := utf8.RuneCountInString(token); n == 0 || n > tokenLength {
				t.Errorf("%+q has the token %+q of %d code points", text, token, n)
			}
			if strings.ContainsFunc(token, isSpace) || strings.Contains(token, ",") && token != "," {
				t.Errorf("%+q has the token %+q", text, token)
			}
		}
		if got := CountTokens(text); got != count {
			t.Errorf("CountTokens(%+q) = %d; want %d", text, got, count)
		}
		kept := strings.Join(strings.FieldsFunc(Lower(text), isSpace), "")
		if joined != kept {
			t.Errorf("the tokens of %+q are %+q together; want %+q", text, joined, kept)
		}
	})
}

const promptOfTheLesson = "Talebi su etiketlerden birine ata: fatura , ariza , sayac , tarife , kesinti . " +
	"Yanit olarak tek etiket yaz . Talep 4001 : planli kesinti duyurusu nereden takip edilir"

func BenchmarkCountTokens(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(promptOfTheLesson)))
	for range b.N {
		CountTokens(promptOfTheLesson)
	}
}

func BenchmarkHash(b *testing.B) {
	b.ReportAllocs()
	b.SetBytes(int64(len(promptOfTheLesson)))
	for range b.N {
		Hash(promptOfTheLesson)
	}
}
