"""Reads, drafts, merges and applies the structure of a site."""
