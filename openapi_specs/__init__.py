"""OpenAPI specifications: read within limits, in one form for all versions, and compared."""

from openapi_specs.changes import Change
from openapi_specs.comparing import Difference, compare
from openapi_specs.document import Document, read_document
from openapi_specs.errors import SpecTextError
from openapi_specs.operations import Operation, operations
from openapi_specs.report import LEVELS, as_json, as_markdown, heading, notes, nothing_found
from openapi_specs.rules import Level

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
