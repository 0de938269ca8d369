"""Full-text search in pages and spaces."""
