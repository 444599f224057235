package tickets

import (
	"strconv"
	"strings"

	"ratesim/chance"
)

// remembered is the largest batch whose Items are computed once and kept. A
// larger one is generated anew at each arrival, so that memory does not grow
// with its size.
const remembered = 4096

// A GeneratorConfig describes a batch of fictional tickets.
type GeneratorConfig struct {
	Count      int     // tickets; 0 for none
	Seed       int64   // ticket i is drawn by the name Seed + i
	FirstID    int64   // of ticket 0, not negative; the next has the next number
	ExtraShare float64 // tickets with a sentence of Extras added, as a share
	Topics     []Topic // at least one
	Extras     []string
	Template   string // of the prompt, with {id} and {text}, once each
}

// A Topic is what tickets are about.
type Topic struct {
	Name      string   // the right label
	Weight    float64  // its share of the tickets
	Templates []string // texts, each as likely as the others; at least one
}

// Generated is a batch of fictional tickets. Which ticket has which number
// depends on the configuration only, never on the run.
type Generated struct {
	GeneratorConfig
	prompts []numbered // one for each text that the generator can make
	first   []int      // index into prompts of each topic's first text
	items   []Item     // nil for a batch too large to remember
}

// NewGenerated returns the batch that a configuration describes.
func NewGenerated(c GeneratorConfig, p Prompter) *Generated {
	g := &Generated{GeneratorConfig: c}
	for _, topic := range c.Topics {
		g.first = append(g.first, len(g.prompts))
		for _, text := range topic.Templates {
			g.addPrompt(p, topic, text)
			for _, extra := range c.Extras {
				g.addPrompt(p, topic, text+" "+extra)
			}
		}
	}
	if c.Count <= remembered {
		g.items = make([]Item, c.Count)
		for i := range g.items {
			g.items[i] = g.generate(i)
		}
	}
	return g
}

func (g *Generated) addPrompt(p Prompter, topic Topic, text string) {
	before, after, _ := strings.Cut(g.Template, "{id}")
	g.prompts = append(g.prompts, p.newNumbered(frame{
		before: strings.Replace(before, "{text}", text, 1),
		after:  strings.Replace(after, "{text}", text, 1),
		topic:  topic.Name,
	}))
}

// A draft is what the generator draws for one ticket.
type draft struct {
	topic, template int
	extra           int // 1 + its index; 0 for none
}

func (g *Generated) draft(i int) draft {
	r := chance.NewLesson(g.Seed + int64(i))
	var d draft
	d.topic = g.pick(r.Share())
	d.template = int(r.Share() * float64(len(g.Topics[d.topic].Templates)))
	if r.Share() < g.ExtraShare && len(g.Extras) > 0 {
		d.extra = 1 + int(r.Share()*float64(len(g.Extras)))
	}
	return d
}

// pick returns the topic into whose share u falls; the last one when the
// weights add up to less than u.
func (g *Generated) pick(u float64) int {
	sum := 0.0
	for i := range g.Topics {
		sum += g.Topics[i].Weight
		if u < sum {
			return i
		}
	}
	return len(g.Topics) - 1
}

func (g *Generated) generate(i int) Item {
	d := g.draft(i)
	n := &g.prompts[g.first[d.topic]+d.template*(1+len(g.Extras))+d.extra]
	return n.item(g.FirstID + int64(i))
}

// Len returns the number of tickets.
func (g *Generated) Len() int { return g.Count }

// Item returns what a run needs to know of ticket i.
func (g *Generated) Item(i int) Item {
	if g.items != nil {
		return g.items[i]
	}
	return g.generate(i)
}

// Items returns all Items of a batch that is remembered, else nil.
func (g *Generated) Items() []Item { return g.items }

// Ticket returns ticket i.
func (g *Generated) Ticket(i int) Ticket {
	d := g.draft(i)
	topic := g.Topics[d.topic]
	text := topic.Templates[d.template]
	if d.extra > 0 {
		text += " " + g.Extras[d.extra-1]
	}
	return Ticket{ID: strconv.FormatInt(g.FirstID+int64(i), 10), Text: text, Topic: topic.Name}
}
