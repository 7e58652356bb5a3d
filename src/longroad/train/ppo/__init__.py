"""PPO over many games at once."""
