"""Content of spaces: revisions with pages, files and links, and the search index."""
