"""What teams may do in spaces and collections: all of it at once, and in one place."""
