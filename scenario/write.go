package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"go.yaml.in/yaml/v3"
)

// YAML returns the scenario with every value, each with its unit, the meaning of
// 0 and its source as a comment. Reading it gives the same scenario.
func (s *Scenario) YAML() []byte {
	top := s.tree(true)
	var b bytes.Buffer
	encoder := yaml.NewEncoder(&b)
	encoder.SetIndent(2)
	if err := encoder.Encode(top); err != nil {
		panic(fmt.Sprintf("scenario: the tree cannot be written: %v", err))
	}
	return b.Bytes()
}

// JSON returns the scenario with every value as one JSON object, in the order of
// the YAML form.
func (s *Scenario) JSON() json.RawMessage {
	var b bytes.Buffer
	writeJSON(&b, s.tree(false))
	return b.Bytes()
}

// tree returns the scenario as a YAML mapping.
func (s *Scenario) tree(comments bool) *yaml.Node {
	top := mapping()
	for _, f := range s.language.fields {
		if f.names == nil {
			s.plant(top, f, "", comments)
			continue
		}
		for _, name := range f.names(s) {
			s.plant(top, f, name, comments)
		}
		for _, name := range s.removed(f) {
			keys := strings.Split(f.path[:strings.Index(f.path, ".*")], ".")
			if at := s.branch(top, keys, "", comments); memberOf(at, name) == nil {
				at.Content = append(at.Content, textNode(name), scalar("!!null", "null"))
			}
		}
	}
	return top
}

// removed returns the names that the field has in the scenario on which this one
// is laid, and no longer here.
func (s *Scenario) removed(f field) []string {
	if s.base == nil {
		return nil
	}
	here := f.names(s)
	return slices.DeleteFunc(f.names(s.base), func(name string) bool { return slices.Contains(here, name) })
}

// branch returns the mapping below keys, of which "*" stands for the name. What is
// not there yet is made.
func (s *Scenario) branch(top *yaml.Node, keys []string, name string, comments bool) *yaml.Node {
	for i, part := range keys {
		if part == "*" {
			part = name
		}
		next := memberOf(top, part)
		if next == nil {
			next = mapping()
			key := textNode(part)
			if comments {
				key.HeadComment = s.language.groupComment(strings.Join(keys[:i+1], "."))
			}
			top.Content = append(top.Content, key, next)
		}
		top = next
	}
	return top
}

// plant puts the value of one field into the tree.
func (s *Scenario) plant(top *yaml.Node, f field, name string, comments bool) {
	pattern := strings.Split(f.path, ".")
	at := s.branch(top, pattern[:len(pattern)-1], name, comments)
	key := textNode(pattern[len(pattern)-1])
	if key.Value == "*" {
		key = textNode(name)
	}
	value := nodeOf(f.value(s, name))
	if comments && (f.names == nil || name == f.names(s)[0]) {
		key.HeadComment = f.comment()
	}
	at.Content = append(at.Content, key, value)
}

func (l *language) groupComment(path string) string {
	for _, g := range l.groups {
		if g.path == path && !strings.HasSuffix(path, "*") {
			return g.doc
		}
	}
	return ""
}

// comment returns what a field means, in one line.
func (f field) comment() string {
	text := fmt.Sprintf("%s Unit: %s.", f.doc, f.unit)
	if f.zero != "" {
		text += fmt.Sprintf(" 0: %s.", f.zero)
	}
	if f.from != "" {
		text += fmt.Sprintf(" Source: %s.", f.from)
	}
	return text
}

func mapping() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"} }

// textNode returns a text, in double quotes when there is more in it than can be
// seen: the encoder's block style loses some of that.
func textNode(text string) *yaml.Node {
	var n yaml.Node
	n.SetString(text)
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return &n
}

// nodeOf returns the value behind a pointer as a YAML node.
func nodeOf(target any) *yaml.Node {
	switch v := target.(type) {
	case *int64:
		return scalar("!!int", strconv.FormatInt(*v, 10))
	case *float64:
		return number(*v)
	case *bool:
		return scalar("!!bool", strconv.FormatBool(*v))
	case *time.Duration:
		return scalar("!!str", v.String())
	case *Span:
		if v.Duration != 0 {
			return scalar("!!str", v.Duration.String())
		}
		return scalar("!!int", strconv.FormatInt(v.Steps, 10))
	case *[]string:
		list := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq"}
		for _, text := range *v {
			list.Content = append(list.Content, textNode(text))
		}
		return list
	}
	return textNode(*target.(*string))
}

// number returns a float so that it reads back as the same value and needs no tag.
func number(v float64) *yaml.Node {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if strings.ContainsAny(text, ".e") {
		return scalar("!!float", text)
	}
	return scalar("!!int", text)
}

func scalar(tag, text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text}
}

// writeJSON writes a node that tree made.
func writeJSON(b *bytes.Buffer, n *yaml.Node) {
	switch n.Kind {
	case yaml.MappingNode:
		b.WriteByte('{')
		for i := 0; i+1 < len(n.Content); i += 2 {
			if i > 0 {
				b.WriteByte(',')
			}
			writeText(b, n.Content[i].Value)
			b.WriteByte(':')
			writeJSON(b, n.Content[i+1])
		}
		b.WriteByte('}')
	case yaml.SequenceNode:
		b.WriteByte('[')
		for i, item := range n.Content {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	default:
		if n.Tag == "!!int" || n.Tag == "!!float" || n.Tag == "!!bool" || n.Tag == "!!null" {
			b.WriteString(n.Value)
			return
		}
		writeText(b, n.Value)
	}
}

// writeText writes a text as JSON that is YAML, too: characters which YAML does
// not take as they are, or takes for line ends, are escaped.
func writeText(b *bytes.Buffer, text string) {
	var quoted bytes.Buffer
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		panic(fmt.Sprintf("scenario: a text cannot be written: %v", err))
	}
	for _, r := range strings.TrimSuffix(quoted.String(), "\n") {
		if 0x7f <= r && r < 0xa0 || r == 0xfeff || r == 0xfffe || r == 0xffff {
			fmt.Fprintf(b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
}
