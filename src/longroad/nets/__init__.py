"""Networks, in PyTorch."""
