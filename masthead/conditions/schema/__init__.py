"""A site's adaptive schema: parsed with line numbers, checked, edited as rows, and merged part by part."""

from masthead.conditions.schema.checking import SchemaFinding, check_schema
from masthead.conditions.schema.parts import (
    EMPTY,
    ClaimRow,
    describe_claims,
    join_parts,
    list_claim_rows,
    part_name,
    replace_claims,
    schema_differences,
    split_parts,
)
from masthead.conditions.schema.text import MAX_LENGTH, ParsedSchema, SchemaTextError, format_schema, parse_schema

__all__ = [
    "EMPTY",
    "MAX_LENGTH",
    "ClaimRow",
    "ParsedSchema",
    "SchemaFinding",
    "SchemaTextError",
    "check_schema",
    "describe_claims",
    "format_schema",
    "join_parts",
    "list_claim_rows",
    "parse_schema",
    "part_name",
    "replace_claims",
    "schema_differences",
    "split_parts",
]
