"""Self-play learning: one file an algorithm, sharing actor, league, checkpoints and logs. Needs PyTorch (the
extra ``train``)."""
