"""Storage: the database, its statements, and resources as JSON texts."""
