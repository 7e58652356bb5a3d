"""Policy gradients over a planner's plans: the native network learns from its own games, at native speed."""
