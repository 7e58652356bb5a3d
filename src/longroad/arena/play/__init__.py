"""Games played: jobs, matches, and who plays them."""
