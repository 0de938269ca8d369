"""Link scans: their progress, what they still have to read, and the broken links they found."""
