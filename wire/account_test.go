package wire

import (
	"net/http"
	"testing"
)

func TestAnAccountIsUsedUpByCodeOrTypeNotByWords(t *testing.T) {
	for body, want := range map[string]bool{
		`{"error":{"type":"insufficient_quota","code":"insufficient_quota"}}`:                     true,
		`{"error":{"type":"requests","code":"credit_balance_exhausted"}}`:                         true,
		`{"type":"error","error":{"type":"billing_error","message":"…"}}`:                         true,
		`{"error":{"type":"tokens","code":"rate_limit_exceeded","message":"insufficient_quota"}}`: false,
		`{"error":{"code":429,"type":null}}`:                                                      false,
		`{"error":"insufficient_quota"}`:                                                          false,
		`<html>`:                                                                                  false,
		``:                                                                                        false,
	} {
		if got := AccountIsUsedUp([]byte(body)); got != want {
			t.Errorf("AccountIsUsedUp(%s) = %t; want %t", body, got, want)
		}
	}
}

func TestAnIdempotencyKeyIsFoundInAnyCaseIfItHasAValue(t *testing.T) {
	for name, want := range map[string]bool{"Idempotency-Key": true, "idempotency-key": true, "X-Idempotency-Key": true, "X-Request-Id": false} {
		if got := HasIdempotencyKey(http.Header{name: {"7"}}); got != want {
			t.Errorf("with %s: %t; want %t", name, got, want)
		}
	}
	if HasIdempotencyKey(http.Header{"Idempotency-Key": {""}}) {
		t.Error("an empty key is none")
	}
}
