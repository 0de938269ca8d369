"""Takes in pages that stand elsewhere: fetched, read as HTML or Markdown, kept in a space or a change request."""
