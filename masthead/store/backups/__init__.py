"""Backups: all that the portal keeps in one file, and a store made of it."""
