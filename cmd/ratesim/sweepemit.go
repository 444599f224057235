package main

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"ratesim/suggest"
)

// An engineJob is what the scripts of engines are filled with.
type engineJob struct {
	Plan, Cells, Output string
	Program             string
	Image               string
	Shards              int
	Last                int // number of the last shard, from 0
}

// slurmScript submits an array with a task a shard, and a merge after it. The number
// of shards is written down, so that single tasks can be submitted again:
// sbatch --array=3,7 …
const slurmScript = `#!/bin/sh
# Runs {{.Plan}} as a Slurm array of {{.Shards}} shards, and then puts it together.
# Submit it with: sh SCRIPT. A task that was stopped is requeued and goes on where
# it was; to run some shards again, add for example --array=3,7 to the first sbatch.
set -eu
mkdir -p {{.Cells | quote}}
array=$(sbatch --parsable --requeue --array=0-{{.Last}} --job-name=ratesim --output={{.Cells | quote}}/slurm-%A_%a.log "$@" <<'END'
#!/bin/sh
exec {{.Program | quote}} sweep run {{.Plan | quote}} --cells {{.Cells | quote}} --workers "${SLURM_CPUS_PER_TASK:-1}" --shard "$SLURM_ARRAY_TASK_ID/{{.Shards}}"
END
)
merge=$(sbatch --parsable --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --job-name=ratesim-merge --output={{.Cells | quote}}/slurm-%j.log "$@" <<'END'
#!/bin/sh
exec {{.Program | quote}} sweep merge {{.Plan | quote}} --cells {{.Cells | quote}} --output {{.Output | quote}}
END
)
echo "array ${array%%;*}, merge ${merge%%;*}"
`

// kubernetesJob is an Indexed Job. Exit codes: 2 is of a plan that no further try
// mends.
const kubernetesJob = `# Runs {{.Plan}} as an Indexed Job of {{.Shards}} shards. The claim holds the plan and
# takes the cells; "ratesim sweep merge" puts them together. Kubernetes 1.33.
apiVersion: batch/v1
kind: Job
metadata:
  name: ratesim-sweep
spec:
  completionMode: Indexed
  completions: {{.Shards}}
  parallelism: {{.Shards}}
  backoffLimitPerIndex: 3
  podFailurePolicy:
    rules:
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
      - action: FailIndex
        onExitCodes:
          containerName: ratesim
          operator: In
          values: [2]
  template:
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 30
      containers:
        - name: ratesim
          image: {{.Image | json}}
          command: [{{.Program | json}}, "sweep", "run", {{.Plan | json}}, "--cells", {{.Cells | json}}]
          workingDir: /sweep
          env:
            - name: RATESIM_SHARDS
              value: "{{.Shards}}"
          volumeMounts:
            - name: sweep
              mountPath: /sweep
      volumes:
        - name: sweep
          persistentVolumeClaim:
            claimName: ratesim-sweep
`

// parallelScript runs the shards with GNU parallel, whose {#} counts from 1.
const parallelScript = `#!/bin/sh
# Runs {{.Plan}} as {{.Shards}} shards with GNU parallel, and then puts it together. What
# is given to the script is given to parallel: --sshlogin for other machines that
# share this folder, --jobs for the number at once.
set -eu
mkdir -p {{.Cells | quote}}
seq {{.Shards}} | parallel --halt now,fail=1 --joblog {{.Cells | quote}}/joblog "$@" \
	{{.Program | quote | quote}} sweep run {{.Plan | quote | quote}} --cells {{.Cells | quote | quote}} --workers 1 --shard '{}of{{.Shards}}'
exec {{.Program | quote}} sweep merge {{.Plan | quote}} --cells {{.Cells | quote}} --output {{.Output | quote}}
`

// engineNames are the engines that there are scripts for.
func engineNames() []string { return []string{"slurm", "kubernetes", "parallel"} }

func newSweepEmit(e edge) *cobra.Command {
	job := engineJob{Program: "ratesim", Image: "ratesim", Shards: 16, Output: "rows.parquet"}
	cmd := &cobra.Command{
		Use:   "emit ENGINE PLAN",
		Short: "Print a script that runs a plan on Slurm, Kubernetes or parallel",
		Long: `Print what runs a plan on an engine that there is: a script for slurm or for GNU
parallel, or the manifest of an Indexed Job for kubernetes.`,
		Args: cobra.ArbitraryArgs,
		Example: `  ratesim sweep emit slurm plan.json --shards 16
  ratesim sweep emit kubernetes plan.json --image ratesim:1.0
  ratesim sweep emit parallel plan.json --shards 4 > run.sh`,
		ValidArgs: engineNames(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := job.take(args); err != nil {
				return usage(err)
			}
			return job.print(e, args[0])
		},
	}
	f := cmd.Flags()
	f.IntVar(&job.Shards, "shards", job.Shards, "`number` of shards")
	f.Var((*fileFlag)(&job.Cells), "cells", "`folder` that keeps the cells; default PLAN.cells")
	f.VarP((*fileFlag)(&job.Output), "output", "o", "`file` that the cells are put together in")
	f.StringVar(&job.Program, "program", job.Program, "`path` of ratesim where it is run")
	f.StringVar(&job.Image, "image", job.Image, "`name` of the image for kubernetes")
	completeNothing(cmd, "shards", "program", "image")
	return cmd
}

// take takes in the arguments, and checks them and the flags.
func (j *engineJob) take(args []string) error {
	names := engineNames()
	switch {
	case len(args) != 2:
		return fmt.Errorf("sweep emit: want an engine, one of %s, and a PLAN; have %d arguments", strings.Join(names, ", "), len(args))
	case !slices.Contains(names, args[0]):
		return fmt.Errorf("sweep emit: want an engine, one of %s; have %q%s", strings.Join(names, ", "), args[0], suggest.Question(args[0], names))
	case args[1] == "" || args[1] == standard:
		return fmt.Errorf("sweep emit: want the file of a PLAN, which each shard reads; have %q", args[1])
	case j.Shards < 1 || j.Shards > 1_000_000:
		return fmt.Errorf("--shards: want 1 to 1000000; have %d", j.Shards)
	case j.Program == "" || j.Image == "":
		return fmt.Errorf("--program, --image: want a name; have an empty one")
	}
	for _, text := range []string{args[1], j.Cells, j.Output, j.Program, j.Image} {
		if strings.ContainsAny(text, "\n\r") {
			return fmt.Errorf("want names on one line; have %q", text)
		}
	}
	j.Plan, j.Last = args[1], j.Shards-1
	if j.Cells == "" {
		j.Cells = cellsOf(j.Plan)
	}
	return nil
}

// print prints the script of an engine.
func (j *engineJob) print(e edge, engine string) error {
	text := map[string]string{"slurm": slurmScript, "kubernetes": kubernetesJob, "parallel": parallelScript}[engine]
	if engine == "kubernetes" { // paths are those in the volume
		j.Plan, j.Cells = path.Base(j.Plan), path.Base(j.Cells)
	}
	script, err := template.New(engine).Funcs(template.FuncMap{"quote": shellWord, "json": jsonWord}).Parse(text)
	if err != nil {
		return err
	}
	return script.Execute(e.out, j)
}

// shellWord returns a text as one word of a shell, as it is where it needs no quotes.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/._-+:@%", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// jsonWord returns a text in double quotes.
func jsonWord(text string) string {
	quoted, _ := encodeText(text)
	return quoted
}
