"""Content of spaces: pages in revisions, and the words that searches look in."""
