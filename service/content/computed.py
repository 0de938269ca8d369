"""Texts that nobody wrote: made when they are asked for, out of what is kept elsewhere."""

from typing import cast

from sqlalchemy import Connection, select

from service.openapi.outline import Operation, operations
from service.storage.documents import Fields
from service.tables.openapi_specs import openapi_spec, openapi_version

OPENAPI = "builtin:openapi"
"""The calls of an OpenAPI specification; `props.spec` is its slug."""

_NONE = "There is no version of this specification yet."


def computed_markdown(connection: Connection, organization_id: str, computed: Fields) -> str:
    """`computed` is the contract's field of a page, of the type OPENAPI."""
    props = cast("dict[str, str]", computed["props"])
    rows = (
        select(openapi_version.c.content)
        .join(openapi_spec)
        .where(openapi_spec.c.organization == organization_id, openapi_spec.c.slug == props["spec"])
        .order_by(openapi_version.c.place)
        .limit(1)
    )
    newest = connection.scalar(rows)
    return _NONE if newest is None else "\n\n".join(_section(each) for each in operations(newest))


def _section(operation: Operation) -> str:
    call = f"{operation.method} {operation.path}"
    head = " ".join(operation.summary.split()) or call
    return f"## {head}\n\n```http\n{call}\n```"
