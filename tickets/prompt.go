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
	label, tokens := p.Classifier.read(prompt)
	if p.Count != nil {
		tokens = p.Count(prompt)
	}
	return Item{
		Hash:   Hash(prompt),
		Tokens: uint32(min(tokens, math.MaxUint32)),
		Label:  uint16(label),
	}
}

// Ticket returns the Item of a ticket's prompt: the template, which has each mark
// once, with {id} and {text} replaced. Marks in the ticket itself are left as
// they are.
func (p Prompter) Ticket(template string, t Ticket) Item {
	before, after, _ := strings.Cut(template, "{id}")
	prompt := strings.Replace(before, "{text}", t.Text, 1) + t.ID + strings.Replace(after, "{text}", t.Text, 1)
	return p.graded(p.Item(prompt), t.Topic)
}

// graded returns the Item with the grade of its label.
func (p Prompter) graded(item Item, topic string) Item {
	item.Grade = p.Classifier.Grade(int(item.Label), topic)
	return item
}

// A numbered is a family of prompts that differ in one number only.
type numbered struct {
	frame
	prompter  Prompter
	state     uint32 // of the hash, after the text before the number
	common    Item   // of the prompt with a number of one token
	separable bool   // only the hash and the count depend on the number
}

// A frame is a prompt without its number.
type frame struct {
	before, after string // the number
	topic         string // the right label; "" when nobody said
}

// newNumbered returns the prompts that a frame makes with numbers.
//
// With the lesson's tokenizer, when the number stands between blanks and digits
// mean nothing to the classifier, the label is the same for each number and
// only the number's own tokens must be counted.
func (p Prompter) newNumbered(f frame) numbered {
	return numbered{
		frame:     f,
		prompter:  p,
		state:     Hash(f.before),
		common:    p.graded(p.Item(f.before+"0"+f.after), f.topic),
		separable: p.Count == nil && !p.Classifier.readsNumbers() && endsInBlank(f.before) && beginsWithBlank(f.after),
	}
}

func endsInBlank(text string) bool     { return text == "" || strings.HasSuffix(text, " ") }
func beginsWithBlank(text string) bool { return text == "" || strings.HasPrefix(text, " ") }

// item returns the Item of the prompt with the number, which is not negative.
func (n *numbered) item(number int64) Item {
	if !n.separable {
		item := n.prompter.Item(n.before + strconv.FormatInt(number, 10) + n.after)
		return n.prompter.graded(item, n.topic)
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
