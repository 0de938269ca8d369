"""What is written in spaces: pages in revisions, and the words that a search looks in."""
