package e2e

import (
	_ "github.com/duckdb/duckdb-go/v2"
	_ "k8s.io/api/batch/v1"
	_ "sigs.k8s.io/yaml"
)
