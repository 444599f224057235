package e2e

import (
	"bytes"
	"database/sql"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	_ "github.com/duckdb/duckdb-go/v2"
)

// DuckDB reads from Parquet the rows that CSV has, each value with its type.
func TestDuckDBReadsTheParquetFile(t *testing.T) {
	for _, test := range []struct {
		name string
		args []string
	}{
		{"the lesson", []string{"--over", "limit.calls=20,30", "--over", "faults.partial=0.1,0.25", "--over", "policies.slow=fixed(wait={5..6}steps)", "--policy", "slow,none", "--seeds", "1..3"}},
		{"without interactive requests", []string{"--over", "limit.calls=20", "--set", "flows.interactive.every=0", "--seeds", "-1..1"}},
		{"flows of an open scenario", []string{"--scenario", "workers", "--over", "horizon=2s,30s", "--seeds", "1..3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := newBench(t)
			b.run(program, append([]string{"sweep", "-o", "rows.csv"}, test.args...)...)
			b.run(program, append([]string{"sweep", "-o", "rows.parquet"}, test.args...)...)
			want, err := csv.NewReader(bytes.NewReader(b.content("rows.csv"))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("duckdb", "")
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			name := filepath.Join(b.dir, "rows.parquet")
			checkRows(t, db, name, want)
			checkMetadata(t, db, name)
		})
	}
}

// checkRows holds a Parquet file against the rows of a CSV file.
func checkRows(t *testing.T, db *sql.DB, name string, want [][]string) {
	t.Helper()
	rows, err := db.Query("SELECT * FROM read_parquet(?)", name)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	for i, column := range columns {
		if column.Name() != want[0][i] {
			t.Fatalf("column %d is %s; want %s", i, column.Name(), want[0][i])
		}
	}
	n := 0
	for rows.Next() {
		values := make([]any, len(columns))
		into := make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for n++; len(want) <= n; {
			t.Fatalf("there is a row %d; want %d", n, len(want)-1)
		}
		for i, value := range values {
			if got := asCSV(value); got != want[n][i] {
				t.Errorf("row %d: %s is %s (%T); want %s", n, columns[i].Name(), got, value, want[n][i])
			}
		}
	}
	if err := rows.Err(); err != nil || n != len(want)-1 {
		t.Errorf("%d rows were read, error %v; want %d", n, err, len(want)-1)
	}
}

// asCSV returns a value as it stands in CSV.
func asCSV(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		text, _ := json.Marshal(v)
		return string(text)
	case int64:
		return strconv.FormatInt(v, 10)
	}
	return fmt.Sprint(value)
}

// checkMetadata finds the manifest in a Parquet file, and its types.
func checkMetadata(t *testing.T, db *sql.DB, name string) {
	t.Helper()
	var text []byte
	err := db.QueryRow("SELECT value FROM parquet_kv_metadata(?) WHERE decode(key) = 'ratesim.manifest'", name).Scan(&text)
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Manifest int
		Engine   int
	}
	if err := json.Unmarshal(text, &manifest); err != nil || manifest.Manifest != 1 || manifest.Engine < 1 {
		t.Errorf("the manifest is %s, error %v", text, err)
	}
	var types string
	err = db.QueryRow("SELECT string_agg(DISTINCT column_type, ' ' ORDER BY column_type) FROM (DESCRIBE SELECT seed, completed, completed_share, policy FROM read_parquet('" + name + "'))").Scan(&types)
	if err != nil || types != "BIGINT DOUBLE VARCHAR" {
		t.Errorf("the types are %s, error %v; want BIGINT, DOUBLE, VARCHAR", types, err)
	}
}
