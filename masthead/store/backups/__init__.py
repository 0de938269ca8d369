"""Backups: all records in one file, and a store restored from it."""
