"""The adaptive schema of a site: read from text with its lines, checked, taken apart into claims, merged."""

from conditions.schema.checking import SchemaFinding, check
from conditions.schema.merging import MergedSchema, merge
from conditions.schema.rows import EMPTY, ClaimRow, rows_of, with_rows
from conditions.schema.telling import differences, whole_in_words
from conditions.schema.text import MAX_LENGTH, Read, SchemaTextError, read, text_of

__all__ = [
    "EMPTY",
    "MAX_LENGTH",
    "ClaimRow",
    "MergedSchema",
    "Read",
    "SchemaFinding",
    "SchemaTextError",
    "check",
    "differences",
    "merge",
    "read",
    "rows_of",
    "text_of",
    "whole_in_words",
    "with_rows",
]
