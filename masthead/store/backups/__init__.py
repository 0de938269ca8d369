"""Backups: write all records to one file, and restore a store from it."""
