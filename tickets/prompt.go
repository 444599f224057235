package tickets

import (
	"math"
	"strconv"
	"strings"
)

// A Prompter turns prompts into Items: their size and the answer to them.
type Prompter struct {
	Count      Counter // of input tokens; nil for the lesson's tokenizer
	Classifier *Classifier
}

// Item returns what a run needs to know of a prompt. Its Grade is Ungraded.
func (p Prompter) Item(prompt string) Item {
	count := p.Count
	if count == nil {
		count = CountTokens
	}
	return Item{
		Hash:   Hash(prompt),
		Tokens: uint32(min(count(prompt), math.MaxUint32)),
		Label:  uint16(p.Classifier.Label(prompt)),
	}
}

// Ticket returns the Item of a ticket's prompt: the template with {id} and
// {text} replaced.
func (p Prompter) Ticket(template string, t Ticket) Item {
	item := p.Item(strings.NewReplacer("{id}", t.ID, "{text}", t.Text).Replace(template))
	item.Grade = p.Classifier.Grade(int(item.Label), t.Topic)
	return item
}

// A numbered is a family of prompts that differ in one number only.
type numbered struct {
	prompter      Prompter
	before, after string // the number
	state         uint32 // of the hash, after the text before the number
	common        Item   // of the prompt with a number of one token
	separable     bool   // only the hash and the count depend on the number
}

// newNumbered returns the prompts that a template makes when a number stands in
// the place of its mark.
//
// With the lesson's tokenizer, when the number stands between blanks and digits
// mean nothing to the classifier, the label is the same for each number and
// only the number's own tokens must be counted.
func (p Prompter) newNumbered(template, mark string) numbered {
	before, after, _ := strings.Cut(template, mark)
	return numbered{
		prompter:  p,
		before:    before,
		after:     after,
		state:     Hash(before),
		common:    p.Item(before + "0" + after),
		separable: p.Count == nil && !p.Classifier.readsNumbers() && endsInBlank(before) && beginsWithBlank(after),
	}
}

func endsInBlank(text string) bool     { return text == "" || strings.HasSuffix(text, " ") }
func beginsWithBlank(text string) bool { return text == "" || strings.HasPrefix(text, " ") }

// item returns the Item of the prompt with the number, which is not negative.
func (n *numbered) item(number int64) Item {
	if !n.separable {
		return n.prompter.Item(n.before + strconv.FormatInt(number, 10) + n.after)
	}
	var buffer [20]byte
	digits := strconv.AppendInt(buffer[:0], number, 10)
	item := n.common
	item.Tokens += uint32((len(digits) - 1) / tokenLength)
	h := n.state
	for _, digit := range digits {
		h = (h ^ uint32(digit)) * 16777619
	}
	item.Hash = hashOn(h, n.after)
	return item
}
