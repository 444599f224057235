.DEFAULT_GOAL := help

VERSION   ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
COMMIT    ?= $(shell git rev-parse HEAD 2>/dev/null)
LDFLAGS   := -s -w -X main.version=$(VERSION) -X main.commit=$(COMMIT)
PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64

.PHONY: help
help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

.PHONY: build
build: engine ## compile bin/ratesim
	@CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS)' -o bin/ratesim ./cmd/ratesim

.PHONY: engine
engine: ## the explorer page's engine, for the programs that are built next
	@scripts/engine

.PHONY: web
web: engine ## the explorer page from web/src; needs node and npm
	@scripts/page

.PHONY: run
run: build ## build, and print the lesson's table
	@bin/ratesim run

.PHONY: test
test: setup engine lint ## every test: with the race detector, on 1 and 8 processors, as v3, as WebAssembly, with other programs and SDKs
	go test -race -shuffle=on -timeout 20m ./...
	scripts/repeat
	scripts/e2e
	scripts/sdk

.PHONY: setup
setup: ## install what the tests need, where that is possible
	@scripts/setup

.PHONY: lint
lint: ## format, vet, staticcheck; fails on any difference
	@scripts/lint

.PHONY: golden
golden: ## rewrite the golden files; read the difference before you commit it
	go test ./cmd/ratesim -update
	@git diff --stat -- testdata/golden

.PHONY: nightly
nightly: ## how often intervals hold: minutes of trials, into docs/coverage.md
	RATESIM_NIGHTLY=1 go test -count=1 -timeout 1h -run TestNightly ./stats
	@git diff --stat -- docs/coverage.md

.PHONY: fuzz
fuzz: ## half a minute on each parser
	@scripts/fuzz

.PHONY: bench
bench: ## the engine's speed, ready for benchstat
	go test -run '^$$' -bench . -benchmem ./...

.PHONY: instructions
instructions: ## instructions that a run of the lesson takes, counted by valgrind
	@scripts/instructions

.PHONY: pairs
pairs: ## the engine in continuous time beside SimPy and heapq, which Python must have
	@scripts/pairs

.PHONY: dist
dist: engine ## static programs for the usual platforms, with SHA256SUMS, in dist/
	@scripts/dist '$(LDFLAGS)' $(PLATFORMS)

.PHONY: man
man: build ## the manual pages, in dist/man/
	@bin/ratesim man --dir dist/man
