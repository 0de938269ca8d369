"""The target of a comment: a space, a page, or a part of a page."""

from dataclasses import dataclass
from typing import Any

from pydantic import MISSING
from sqlalchemy import Connection, Row, select
from werkzeug.exceptions import BadRequest, NotFound

from contract.authoring.comment import TargetPage
from contract.authoring.comments import CommentCreate
from service.content.rich_text import block_keys
from service.content.versions import Version
from service.storage.documents import Fields, fields_of, text
from service.tables.content import page

_SHOWN = [name for name in TargetPage.model_fields if name != "outdated"]


@dataclass(frozen=True)
class CommentTarget:
    """`page` is an id, `page_version` and `page_shown` what it was; `text` is the rest of the target, as JSON."""

    text: str
    page: str | None = None
    page_version: str | None = None
    page_shown: str | None = None


def resolve_target(connection: Connection, version: Version, given: CommentCreate) -> CommentTarget:
    """Raises NotFound for a page or a part that is not there, BadRequest for a part of no page."""
    said: Fields = {"space": version.space, "revision": version.revision}
    if version.change_request:
        said["changeRequest"] = version.change_request
    if given.page is MISSING:
        if given.node is not MISSING:
            raise BadRequest("node: is a part of a page, so it needs a page.")
        return CommentTarget(text(said))
    row = _page(connection, version, given.page)
    if given.node is not MISSING:
        said["node"] = {"id": given.node, "preview": _preview(row.markdown, given.node)}
    fields = fields_of(row.document)
    shown = {name: fields[name] for name in _SHOWN if name in fields}
    return CommentTarget(text(said), given.page, row.version, text(shown))


def _page(connection: Connection, version: Version, page_id: str) -> Row[*tuple[Any, ...]]:
    rows = select(page.c.document, page.c.markdown, page.c.version)
    row = connection.execute(rows.where(page.c.revision == version.revision, page.c.id == page_id)).first()
    if row is None:
        raise NotFound("page: This content has no page with this id.")
    return row


def _preview(markdown: str, node: str) -> str:
    keys = block_keys(markdown)
    if node not in keys:
        raise NotFound("node: The page has no part with this id.")
    return keys[node]
