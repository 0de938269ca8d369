"""Finding the pages that have the words of a query."""
