package main

import (
	"errors"
	"fmt"
	"strconv"

	"ratesim/sweep"
)

// shardOf returns the shard that a flag says; else the one that the variables of a
// Slurm array (sbatch's manual, "OUTPUT ENVIRONMENT VARIABLES") or of a Kubernetes
// Indexed Job ("Indexed Job", kubernetes.io) say, from which it then is; else the
// whole.
func shardOf(given string, env func(string) string) (shard sweep.Shard, from string, err error) {
	switch {
	case given != "":
		shard, err = sweep.ParseShard(given)
		return shard, "", named("--shard", err)
	case env("SLURM_ARRAY_TASK_ID") != "":
		shard, err = slurmShard(env)
		return shard, "SLURM_ARRAY_TASK_ID", err
	case env("JOB_COMPLETION_INDEX") != "":
		shard, err = kubernetesShard(env)
		return shard, "JOB_COMPLETION_INDEX", err
	}
	return sweep.Shard{}, "", nil
}

// slurmShard returns the place of a task among those of its array.
func slurmShard(env func(string) string) (sweep.Shard, error) {
	numbers := map[string]int{"SLURM_ARRAY_TASK_MIN": 0, "SLURM_ARRAY_TASK_STEP": 1}
	for _, name := range []string{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"} {
		_, optional := numbers[name]
		if env(name) == "" && optional {
			continue
		}
		n, err := wholeVariable(name, env(name))
		if err != nil {
			return sweep.Shard{}, err
		}
		numbers[name] = n
	}
	id, count := numbers["SLURM_ARRAY_TASK_ID"], numbers["SLURM_ARRAY_TASK_COUNT"]
	first, step := numbers["SLURM_ARRAY_TASK_MIN"], max(1, numbers["SLURM_ARRAY_TASK_STEP"])
	index := (id - first) / step
	if count < 1 || (id-first)%step != 0 || index < 0 || index >= count {
		return sweep.Shard{}, usageError{fmt.Errorf("SLURM_ARRAY_TASK_ID: the array is a list with gaps (task %d of %d from %d on), so its tasks are no shards; want --shard", id, count, first)}
	}
	return sweep.Shard{Index: index, Of: count}, nil
}

// kubernetesShard returns the place of a pod in its job.
func kubernetesShard(env func(string) string) (sweep.Shard, error) {
	index, err := wholeVariable("JOB_COMPLETION_INDEX", env("JOB_COMPLETION_INDEX"))
	if err != nil {
		return sweep.Shard{}, err
	}
	if env("RATESIM_SHARDS") == "" {
		return sweep.Shard{}, usageError{errors.New("JOB_COMPLETION_INDEX is set, so this is one pod of an indexed job: want RATESIM_SHARDS, too, how many there are, or --shard; it is not set")}
	}
	count, err := wholeVariable("RATESIM_SHARDS", env("RATESIM_SHARDS"))
	if err != nil {
		return sweep.Shard{}, err
	}
	if index >= count {
		return sweep.Shard{}, usageError{fmt.Errorf("JOB_COMPLETION_INDEX: want less than RATESIM_SHARDS, %d; have %d", count, index)}
	}
	return sweep.Shard{Index: index, Of: count}, nil
}

// wholeVariable returns the number that a variable holds.
func wholeVariable(name, text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, usageError{fmt.Errorf("%s: want a whole number of at least 0; have %q", name, text)}
	}
	return n, nil
}
