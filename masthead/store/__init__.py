"""Stores the portal's records: a durable database, and a file of cached responses."""
