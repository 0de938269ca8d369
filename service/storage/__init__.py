"""The database, prepared statements, and resources as JSON texts."""
