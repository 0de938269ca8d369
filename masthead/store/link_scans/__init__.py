"""Scans of links: how far each has come, what it is still to read, and the broken links that it found."""
