"""A roster as a bulk change: what it wants of a team, what was tried for that, and what is left."""
