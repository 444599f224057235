package server

import (
	"maps"
	"slices"
	"time"

	"ratesim/endpoint"
)

// A State is how a server stands, for its admin API, its page and its metrics.
type State struct {
	Scenario string        `json:"scenario"`
	Flows    []string      `json:"flows"` // that a request may name
	Seed     int64         `json:"seed"`
	Now      time.Duration `json:"now_ns"` // of the run
	Speed    int64         `json:"speed"`
	InFlight int           `json:"in_flight"`
	Waiting  int           `json:"calls_that_may_be_tried_again"`
	Kept     int           `json:"records_kept"`
	Turned   int64         `json:"turned_away"` // for want of room in this server

	Panics int64 `json:"faults_of_this_server"`

	Limits   []LimitState     `json:"limits"`
	Statuses map[string]int64 `json:"attempts"` // by what became of them
	Clients  []ClientState    `json:"clients"`
	Faults   FaultState       `json:"faults"`
	Overhead Overhead         `json:"overhead"`
	Delayed  time.Duration    `json:"delay_sum_ns"` // of all answers
}

// A LimitState is how full one limit is for one key and model.
type LimitState struct {
	Name      string        `json:"name"`
	Key       string        `json:"key"`   // "" for all
	Model     string        `json:"model"` // "" for all
	Limit     int64         `json:"limit"`
	Remaining int64         `json:"remaining"`
	Full      time.Duration `json:"full_in_ns"` // until nothing counts any more
}

// A ClientState is what was seen of one key.
type ClientState struct {
	Client    string           `json:"client"`
	Calls     int64            `json:"calls"`
	Attempts  int64            `json:"attempts"`
	Completed int64            `json:"completed"`
	Refused   map[string]int64 `json:"refused"` // by the limit, or the reason
	Findings  map[string]int64 `json:"findings"`
}

// A FaultState is which faults are in force.
type FaultState struct {
	Scenario bool       `json:"scenario"` // those of the scenario are
	Set      []SetFault `json:"set"`
}

// A SetFault is a fault that was set at run time.
type SetFault struct {
	Name string `json:"name"`
	Spec string `json:"spec"`
}

// scopesShown bounds the keys and models of which limits are shown.
const scopesShown = 50

// State returns how the server stands.
func (s *Server) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.tick()
	s.lapse(now)
	s.journal.flush()
	state := State{
		Scenario: s.config.Run.Scenario, Flows: s.flowNames(), Seed: s.seed, Now: now, Speed: s.config.Speed,
		InFlight: len(s.flying), Waiting: s.calls.wait.Len(), Kept: s.journal.waiting(), Turned: s.figures.turned, Panics: s.figures.panics,
		Limits: s.limits(now), Statuses: maps.Clone(s.figures.status), Clients: s.clients(), Overhead: s.delay.overhead(), Delayed: s.delay.sum,
		Faults: FaultState{Scenario: !s.faults.off, Set: []SetFault{}},
	}
	for _, f := range s.faults.set {
		state.Faults.Set = append(state.Faults.Set, SetFault{f.Name, f.text})
	}
	return state
}

// limits returns how full the limits are for the keys and models that have called.
func (s *Server) limits(now time.Duration) []LimitState {
	all := []LimitState{}
	quotas := s.config.Provider.Quotas
	if quotas == nil {
		return all
	}
	for _, l := range s.config.Run.Limits {
		perKey, perModel := l.Rule != nil && l.Rule.PerKey, l.Rule != nil && l.Rule.PerModel
		for _, key := range chosen(s.names.keys, perKey) {
			for _, model := range chosen(s.names.asked, perModel) {
				state, _, ok := quotas.State(now, endpoint.Scope{Key: endpoint.ID(key), Model: endpoint.ID(model)}, l.Name)
				if ok && len(all) < scopesShown {
					all = append(all, LimitState{l.Name, key, model, state.Limit, state.Remaining, state.ResetAfter})
				}
			}
		}
	}
	return all
}

// chosen returns the names of those who have a limit of their own, the first few, or
// "" for all.
func chosen(names map[string]bool, own bool) []string {
	if !own {
		return []string{""}
	}
	sorted := slices.Sorted(maps.Keys(names))
	return sorted[:min(scopesShown, len(sorted))]
}

// clients returns what was seen of each client.
func (s *Server) clients() []ClientState {
	all := []ClientState{}
	for _, name := range slices.Sorted(maps.Keys(s.figures.clients)) {
		f := s.figures.clients[name]
		c := ClientState{Client: name, Calls: f.calls, Attempts: f.attempts, Completed: f.completed, Refused: maps.Clone(f.refused), Findings: map[string]int64{}}
		for i, n := range f.findings {
			c.Findings[Findings[i]] = n
		}
		all = append(all, c)
	}
	return all
}
