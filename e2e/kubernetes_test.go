package e2e

import (
	"fmt"
	"slices"
	"testing"

	batch "k8s.io/api/batch/v1"
	"sigs.k8s.io/yaml"
)

// jobOf returns the Indexed Job that is printed for a plan, read as strictly as an API
// server can.
func (b *bench) jobOf(args ...string) batch.Job {
	b.Helper()
	text := b.run(program, append([]string{"sweep", "emit", "kubernetes"}, args...)...)
	var job batch.Job
	if err := yaml.UnmarshalStrict([]byte(text), &job); err != nil {
		b.Fatalf("%v\n%s", err, text)
	}
	return job
}

func TestTheKubernetesJobIsOne(t *testing.T) {
	b := newBench(t)
	job := b.jobOf("plan.json", "--shards", "8", "--image", `odd "image": #1`)
	if job.APIVersion != "batch/v1" || job.Kind != "Job" {
		t.Errorf("it is a %s of %s", job.Kind, job.APIVersion)
	}
	if mode := job.Spec.CompletionMode; mode == nil || *mode != batch.IndexedCompletion || *job.Spec.Completions != 8 {
		t.Errorf("it has %v completions, mode %v; want 8, Indexed", job.Spec.Completions, mode)
	}
	if image := job.Spec.Template.Spec.Containers[0].Image; image != `odd "image": #1` {
		t.Errorf("the image is %q", image)
	}
	for _, rule := range job.Spec.PodFailurePolicy.Rules {
		if codes := rule.OnExitCodes; codes != nil && (rule.Action != batch.PodFailurePolicyActionFailIndex || !slices.Equal(codes.Values, []int32{2})) {
			t.Errorf("exit codes %v lead to %s", codes.Values, rule.Action)
		}
	}
}

// Each index runs the container's command with the container's environment and the
// variable that Kubernetes sets.
func TestTheKubernetesJobMakesWhatOneRunMakes(t *testing.T) {
	b := newBench(t)
	b.plan()
	job := b.jobOf("plan.json", "--shards", "3", "--program", program)
	container := job.Spec.Template.Spec.Containers[0]
	for index := range *job.Spec.Completions {
		b.env = []string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index)}
		for _, variable := range container.Env {
			b.env = append(b.env, variable.Name+"="+variable.Value)
		}
		b.run(container.Command[0], container.Command[1:]...)
	}
	b.run(program, "sweep", "merge", "plan.json", "-o", "rows.parquet")
	b.checkMerged()
}
