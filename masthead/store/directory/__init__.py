"""The directory: objects that each person has seen, and the scans that look for more."""
