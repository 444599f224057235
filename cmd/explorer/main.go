//go:build js && wasm

// Command explorer is the engine of the explorer page, for the browser. It sets two
// global functions. ratesimAnswer(question, progress): a question as JSON text gives a
// promise of the answer as JSON text. progress(done, of) is called now and then; if it
// returns true, the work is stopped. ratesimOpen(name, bytes) hands it a file, a
// Uint8Array, of which questions may be.
package main

import (
	"syscall/js"
	"time"

	"ratesim/explore"
)

func main() {
	engine := &explore.Engine{}
	js.Global().Set("ratesimOpen", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		content := make([]byte, arguments[1].Length())
		js.CopyBytesToGo(content, arguments[1])
		engine.Open(arguments[0].String(), content)
		return nil
	}))
	js.Global().Set("ratesimAnswer", js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		question, progress := arguments[0].String(), arguments[1]
		return promise(func() string {
			return string(engine.Answer([]byte(question), breathing(progress)))
		})
	}))
	js.Global().Get("ratesimReady").Invoke()
	select {}
}

// promise returns a promise of what work returns.
func promise(work func() string) js.Value {
	var executor js.Func
	executor = js.FuncOf(func(_ js.Value, arguments []js.Value) any {
		go func() {
			defer executor.Release()
			arguments[0].Invoke(work())
		}()
		return nil
	})
	return js.Global().Get("Promise").New(executor)
}

// breath is how long the engine computes before it lets the browser's events in.
const breath = 40 * time.Millisecond

// breathing returns a Progress that calls the page's, and lets its messages in, a
// few times a second.
func breathing(progress js.Value) explore.Progress {
	last := time.Now()
	return func(done, of int64) error {
		if time.Since(last) < breath {
			return nil
		}
		stop := progress.Invoke(float64(done), float64(of)).Truthy()
		time.Sleep(time.Millisecond)
		last = time.Now()
		if stop {
			return explore.ErrStopped
		}
		return nil
	}
}
