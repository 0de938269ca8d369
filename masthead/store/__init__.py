"""The records of the portal: a durable database, and a file for cached listings."""
