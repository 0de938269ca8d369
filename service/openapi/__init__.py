"""OpenAPI specifications: storage, background reader and parser."""
