"""What was changed: the list, one entry, its words, and the file of it all."""
