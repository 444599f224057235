package server

import (
	"math"
	"strings"

	"ratesim/wire"
)

// vocabulary are the words of made-up answers, a token each.
var vocabulary = strings.Fields(`a about after all also an and any are as at back be because been before begin between both but by call can change
clear close come could count day do does down each early end even every far few find first for from full get give go good group
half hand hard have he head hear help here high hold home hour how if in into is it just keep kind know large last late lead leave
left less let letter life light like limit line list little live long look low make many may mean measure more most move much must
name near need never new next night no north not note now number of off often old on once one only open or order other our out over
own page paper part pass past place plain plan play point quiet rate read real rest right river road room rule run same say sea
second see send set she short should show side simple since small so some soon sound south stand start state step still stop story
such sun take talk tell ten than that the their them then there they thing think this those thought three through time to together
too top tree true try turn two under until up us use very wait walk want warm was water way we week well were what when where which
while white who whole why wide will wind with word work world would write year yet you young`)

// A writer makes text that depends on its seed alone.
type writer struct{ state uint64 }

// next is SplitMix64: G. L. Steele, D. Lea and C. H. Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014.
func (w *writer) next() uint64 {
	w.state += 0x9e3779b97f4a7c15
	z := w.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func (w *writer) word() string { return vocabulary[w.next()%uint64(len(vocabulary))] }

// answerMax bounds the tokens of an answer that is written out.
const answerMax = 1 << 20

// words returns so many tokens of text.
func (w *writer) words(tokens int64) []string {
	pieces := make([]string, min(max(0, tokens), answerMax))
	for i := range pieces {
		pieces[i] = w.word()
		if i > 0 {
			pieces[i] = " " + pieces[i]
		}
	}
	return pieces
}

// split returns a text in so many pieces, none longer than another by more than a
// character; the last ones are empty if there are too few.
func split(text string, pieces int64) []string {
	letters := []rune(text)
	all := make([]string, min(max(1, pieces), answerMax))
	for i := range all {
		all[i] = string(letters[i*len(letters)/len(all) : (i+1)*len(letters)/len(all)])
	}
	return all
}

// id returns 24 letters and digits.
func (w *writer) id() string {
	const signs = "abcdefghijklmnopqrstuvwxyz0123456789"
	var id [24]byte
	for i := range id {
		id[i] = signs[w.next()%uint64(len(signs))]
	}
	return string(id[:])
}

// vector returns a vector of unit length.
func (w *writer) vector(dimensions int) []float32 {
	v, sum := make([]float64, dimensions), 0.0
	for i := range v {
		v[i] = float64(int64(w.next()>>11))/(1<<52) - 1
		sum += float64(v[i] * v[i])
	}
	unit := make([]float32, dimensions)
	for i := range v {
		unit[i] = float32(v[i] / math.Sqrt(sum))
	}
	return unit
}

// reply makes the answer to what was asked. Its text depends on seed and call, not
// on the attempt.
func (a *attempt) reply() *wire.Reply {
	text := &writer{state: uint64(a.seed)*0x9e3779b97f4a7c15 ^ uint64(a.call.number)}
	names := &writer{state: text.state + uint64(a.try+1)*0xd1342543de82ef95}
	r := &wire.Reply{
		ID: names.id(), Created: a.clock.at(a.at).Unix(), Model: a.model, Cut: a.full > a.sizes.Output,
		Usage: wire.Usage{Input: a.sizes.Input, Cached: a.sizes.Cached, Output: a.sizes.Output},
	}
	r.Echo = a.ask.Echo
	if a.ask.Tool != nil {
		r.Tool, r.Named, r.Free = a.ask.Tool.Name, a.ask.Tool.Named, a.ask.Tool.Free
	}
	if a.text == "" {
		r.Pieces = text.words(a.sizes.Output)
	} else {
		all := split(a.text, a.full)
		r.Pieces = all[:min(int64(len(all)), max(0, a.sizes.Output))]
	}
	return r
}
