"""Reads, drafts, merges and applies a site's structure."""
