"""Looks up objects by ids and URLs that people enter, and reads the organization to find more."""
