"""A roster as a plan: what it wants of a team, what was tried for that, and what is left."""
