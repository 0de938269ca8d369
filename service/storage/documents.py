"""Stores each resource as its JSON response, so that a listing only needs to join strings.

Parts that depend on the caller are marked with control characters, which JSON itself escapes.
"""

import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from pydantic import JsonValue
from pydantic_core import from_json, to_json
from sqlalchemy import Connection, Row, Select, Table, select
from werkzeug.exceptions import NotFound

Fields = dict[str, JsonValue]
"""A JSON object, by the contract's names."""

AT_ONCE = 500

_BASE = "\x01"
_PERMISSIONS = re.compile("\x02([a-z]+)\x02")
_MEMBER = re.compile(',"permissions":\x02[a-z]+\x02')


def as_json(value: object) -> str:
    return to_json(value).decode()


def find_row(
    connection: Connection, rows: Select[Any], missing: str, given: Mapping[str, object] | None = None
) -> Row[Any]:
    """Return the first row, with bind parameters `given`. Raises NotFound with the message `missing`."""
    row = connection.execute(rows, given).first()
    if row is None:
        raise NotFound(missing)
    return row


def find_fields(connection: Connection, table: Table, missing: str, **columns: object) -> Fields:
    """Return the fields of the row with these column values. Raises NotFound with the message `missing`."""
    own = [table.c[name] == value for name, value in columns.items()]
    return parse_fields(find_row(connection, select(table.c.document).where(*own), missing).document)


def split_batches(values: Iterable[str]) -> Iterator[list[str]]:
    """Split unique values into lists that fit into a statement: databases limit the number of parameters."""
    rest = iter(dict.fromkeys(values))
    while some := list(islice(rest, AT_ONCE)):
        yield some


def serialize_document(
    fields: Mapping[str, object], addresses: Mapping[str, Mapping[str, str]], *, permissions: str | None = None
) -> str:
    """Build the JSON to store: `fields`, with the URL objects of `addresses` replacing fields of those names.

    Our own URLs begin with `/`. `permissions` is the kind of resource whose permissions `render` fills in.
    """
    stored = {name: value for name, value in fields.items() if name not in addresses}
    parts = {name: urls_json(by_name) for name, by_name in addresses.items()}
    if permissions is not None:
        parts["permissions"] = f"\x02{permissions}\x02"
    return extend_json(as_json(stored), **parts)


def urls_json(addresses: Mapping[str, str]) -> str:
    """Serialize URLs for a stored document."""
    return as_json(dict(addresses)).replace('":"/', f'":"{_BASE}/')


def url_json(address: str) -> str:
    """Serialize one of the service's own URLs, which begins with `/`, for a stored document."""
    return as_json(address).replace('"/', f'"{_BASE}/', 1)


def array_json(items: Iterable[str]) -> str:
    """Build a JSON array from items that are JSON already."""
    return f"[{','.join(items)}]"


def extend_json(document: str, /, **parts: str) -> str:
    """Add members, whose values are JSON already, to a JSON object."""
    # Texts are joined without parsing them, which makes a listing of a thousand items quick.
    added = ",".join(f'"{name}":{part}' for name, part in parts.items())
    if not added:
        return document
    return f"{document[:-1]},{added}}}" if len(document) > len("{}") else f"{{{added}}}"


def remove_permissions(document: str) -> str:
    """Remove the permissions from a resource that is embedded where the caller has another role."""
    return _MEMBER.sub("", document)


def fill_permissions(document: str, permissions: Mapping[str, str]) -> str:
    """Fill in the permissions of a resource that is embedded where the caller has another role."""
    return _PERMISSIONS.sub(lambda mark: permissions[mark[1]], document)


def parse_fields(document: str) -> Fields:
    """Parse a stored document without its permissions; our own URLs begin with `/`."""
    plain = _PERMISSIONS.sub("null", document).replace(_BASE, "")
    fields: Fields = from_json(plain)
    fields.pop("permissions", None)
    return fields


def render_document(document: str, base: str, permissions: Mapping[str, str]) -> str:
    """Build the response: `base` is the prefix of our URLs, `permissions` are JSON texts by kind."""
    if "\x02" in document:
        document = fill_permissions(document, permissions)
    return document.replace(_BASE, base)


def create_id(kind: str) -> str:
    """Create a random id, such as `site_4f0c…`, that can't be guessed and is safe in URLs."""
    return f"{kind}_{secrets.token_hex(10)}"
