"""OpenAPI specifications: their versions as they are kept, and what is read from a document."""
