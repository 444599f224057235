package wire

import "testing"

func TestBodiesThatAreNoAnswer(t *testing.T) {
	for body, whole := range map[string]bool{
		`{"choices":[]}`: true, `{"error":null,"output":[]}`: true, `[]`: true, `"x"`: true, `{"error":"odd"}`: true,
		`{"choices":[`: false, ``: false, `<html>`: false, `{}?<`: false, `{"error":{"message":"m","code":502}}`: false,
	} {
		if err := Whole([]byte(body)); (err == nil) != whole {
			t.Errorf("%s: %v", body, err)
		}
	}
}
