"""OpenAPI specifications: read within limits, in one form for all versions, and compared."""

from masthead.openapi_specs.changes import Change
from masthead.openapi_specs.comparing import Difference, compare
from masthead.openapi_specs.document import Document, read_document
from masthead.openapi_specs.errors import SpecTextError
from masthead.openapi_specs.operations import Operation, operations
from masthead.openapi_specs.report import LEVELS, as_json, as_markdown, heading, notes, nothing_found
from masthead.openapi_specs.rules import Level

__all__ = [
    "LEVELS",
    "Change",
    "Difference",
    "Document",
    "Level",
    "Operation",
    "SpecTextError",
    "as_json",
    "as_markdown",
    "compare",
    "heading",
    "notes",
    "nothing_found",
    "operations",
    "read_document",
]
