"""The goals of bulk changes."""
