"""Expert iteration: a tree search that asks the network plays its games, and the network learns what the
search made of its policy, and who won."""
