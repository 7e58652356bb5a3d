"""Training of the native network: data sets of positions, the network in PyTorch, and fitting it to them."""
