"""What all algorithms share: a run with its checkpoints, logs, league and evaluations."""
