"""Link scans: their progress, what they have yet to read, and the broken links they have found."""
