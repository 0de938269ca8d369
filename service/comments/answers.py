"""Comments and replies as they are answered."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, Select, and_, bindparam, func, or_, select

from service.comments.bodies import Body
from service.comments.reactions import reactions_of
from service.comments.repository import may_delete
from service.http.request_context import RequestContext
from service.permissions import RIGHTS
from service.storage.documents import extended, text
from service.tables.change_requests import change_request
from service.tables.comments import comment
from service.tables.content import page
from service.tables.identity import person

Rows = Sequence[Row[*tuple[Any, ...]]]

_resolver = person.alias()


def comment_rows() -> Select[Any]:
    """Bind parameters: `space`, and `current`, the id of its current revision."""
    about = func.coalesce(change_request.c.revision, bindparam("current"))
    columns = (
        comment.c.replies,
        comment.c.page_shown,
        comment.c.target,
        _resolver.c.document.label("resolver"),
        or_(page.c.version.is_(None), page.c.version != comment.c.page_version).label("outdated"),
    )
    rows = _rows().add_columns(*columns)
    rows = rows.outerjoin(_resolver, _resolver.c.id == comment.c.resolved_by)
    rows = rows.outerjoin(change_request, change_request.c.id == comment.c.change_request)
    rows = rows.outerjoin(page, and_(page.c.revision == about, page.c.id == comment.c.page))
    return rows.where(comment.c.space == bindparam("space"), comment.c.thread.is_(None))


def reply_rows() -> Select[Any]:
    """Bind parameter: `thread`, the id of the comment."""
    return _rows().where(comment.c.thread == bindparam("thread"))


def comment_texts(call: RequestContext, rows: Rows, *, as_document: bool) -> list[str]:
    reactions = reactions_of(call.connection, [row.id for row in rows])
    return [_comment(call, row, reactions, as_document=as_document) for row in rows]


def reply_texts(call: RequestContext, rows: Rows, *, as_document: bool) -> list[str]:
    reactions = reactions_of(call.connection, [row.id for row in rows])
    return [_reply(call, row, reactions, as_document=as_document) for row in rows]


def _rows() -> Select[Any]:
    held = comment.c
    columns = (held.id, held.posted_by, held.markdown, held.rich, held.document, person.c.document.label("poster"))
    return select(*columns).join(person, person.c.id == held.posted_by)


def _comment(call: RequestContext, row: Row[*tuple[Any, ...]], reactions: dict[str, str], *, as_document: bool) -> str:
    target = row.target
    if row.page_shown is not None:
        target = extended(target, page=extended(row.page_shown, outdated=text(bool(row.outdated))))
    resolver = {} if row.resolver is None else {"resolvedBy": row.resolver}
    own = _reply(call, row, reactions, as_document=as_document, delete=may_delete(call, row.posted_by))
    return extended(own, replies=text(row.replies), target=target, **resolver)


def _reply(
    call: RequestContext,
    row: Row[*tuple[Any, ...]],
    reactions: dict[str, str],
    *,
    as_document: bool,
    delete: bool = False,
) -> str:
    # Nothing deletes a single reply, so nobody may.
    may_comment = "comment" in RIGHTS[call.role]
    edit = may_comment and row.posted_by == call.person
    permissions = {"view": True, "edit": edit, "reply": may_comment, "delete": delete}
    return extended(
        row.document,
        postedBy=row.poster,
        body=Body(row.markdown, row.rich).to_json(as_document=as_document),
        reactions=reactions.get(row.id, "[]"),
        permissions=text(permissions),
    )
