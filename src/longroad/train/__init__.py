"""Self-play learning: one folder per algorithm, sharing actor, league, checkpoints and logs. Needs PyTorch
(the extra ``train``)."""
