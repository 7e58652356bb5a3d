"""A2C with a league, after Gendre & Kaneko (2020)."""
