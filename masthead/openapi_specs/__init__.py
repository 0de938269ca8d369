"""Parses OpenAPI specifications within limits, and compares two versions."""

from masthead.openapi_specs.diff import SpecDifference, compare
from masthead.openapi_specs.document import Document, SpecTextError, parse_document
from masthead.openapi_specs.operations import ApiOperation, list_operations
from masthead.openapi_specs.report import (
    LEVELS,
    build_json_report,
    list_notes,
    render_markdown,
    subject_title,
    unchanged_message,
)
from masthead.openapi_specs.rules import Level, SpecChange

__all__ = [
    "LEVELS",
    "ApiOperation",
    "Document",
    "Level",
    "SpecChange",
    "SpecDifference",
    "SpecTextError",
    "build_json_report",
    "compare",
    "list_notes",
    "list_operations",
    "parse_document",
    "render_markdown",
    "subject_title",
    "unchanged_message",
]
