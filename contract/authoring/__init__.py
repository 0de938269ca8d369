"""Spaces: their content, change requests, comments, custom fields and OpenAPI specifications."""
