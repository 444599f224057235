package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics answers with the state in Prometheus' text format. What is labelled is
// bounded: clients are counted together, for there may be thousands.
func (s *Server) metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collector{s})
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4})
}

// A collector reads the state anew for each scrape.
type collector struct{ server *Server }

var (
	attemptsMetric  = prometheus.NewDesc("ratesim_attempts_total", "Attempts that are over, by what became of them.", []string{"status"}, nil)
	refusalsMetric  = prometheus.NewDesc("ratesim_refusals_total", "Refused attempts, by the limit or the reason.", []string{"reason"}, nil)
	findingsMetric  = prometheus.NewDesc("ratesim_findings_total", "What clients did that they should not do.", []string{"finding"}, nil)
	callsMetric     = prometheus.NewDesc("ratesim_calls_total", "Calls that have begun.", nil, nil)
	turnedMetric    = prometheus.NewDesc("ratesim_turned_away_total", "Attempts for which this server had no room.", nil, nil)
	panicsMetric    = prometheus.NewDesc("ratesim_faults_of_this_server_total", "Requests that were answered with 500 because of a fault of this server itself.", nil, nil)
	inFlightMetric  = prometheus.NewDesc("ratesim_in_flight", "Attempts in flight.", nil, nil)
	limitMetric     = prometheus.NewDesc("ratesim_limit_units", "Units that a limit holds.", []string{"limit", "key", "model"}, nil)
	remainingMetric = prometheus.NewDesc("ratesim_limit_remaining_units", "Units that a limit has left.", []string{"limit", "key", "model"}, nil)
	delayMetric     = prometheus.NewDesc("ratesim_answer_delay_seconds", "By how much answers came later than they were due: the overhead of this server.", nil, nil)
)

// Describe tells which metrics there are.
func (c collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{attemptsMetric, refusalsMetric, findingsMetric, callsMetric, turnedMetric, panicsMetric, inFlightMetric, limitMetric, remainingMetric, delayMetric} {
		to <- d
	}
}

// Collect tells what the metrics are.
func (c collector) Collect(to chan<- prometheus.Metric) {
	state := c.server.State()
	tell := func(d *prometheus.Desc, kind prometheus.ValueType, value int64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, float64(value), labels...)
	}
	for status, n := range state.Statuses {
		tell(attemptsMetric, prometheus.CounterValue, n, status)
	}
	refused, findings, calls := map[string]int64{}, map[string]int64{}, int64(0)
	for _, client := range state.Clients {
		calls += client.Calls
		for reason, n := range client.Refused {
			refused[reason] += n
		}
		for finding, n := range client.Findings {
			findings[finding] += n
		}
	}
	for reason, n := range refused {
		tell(refusalsMetric, prometheus.CounterValue, n, reason)
	}
	for finding, n := range findings {
		tell(findingsMetric, prometheus.CounterValue, n, finding)
	}
	tell(callsMetric, prometheus.CounterValue, calls)
	tell(turnedMetric, prometheus.CounterValue, state.Turned)
	tell(panicsMetric, prometheus.CounterValue, state.Panics)
	tell(inFlightMetric, prometheus.GaugeValue, int64(state.InFlight))
	for _, l := range state.Limits {
		key, model := legible(l.Key), legible(l.Model)
		tell(limitMetric, prometheus.GaugeValue, l.Limit, l.Name, key, model)
		tell(remainingMetric, prometheus.GaugeValue, l.Remaining, l.Name, key, model)
	}
	o := state.Overhead
	to <- prometheus.MustNewConstSummary(delayMetric, uint64(o.Answers), state.Delayed.Seconds(), map[float64]float64{0.5: o.P50.Seconds(), 0.99: o.P99.Seconds()})
}
