"""Serializes comments and replies, and updates reactions. Each person gives an emoji once."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, bindparam, delete, func, insert, or_, select
from werkzeug.exceptions import BadRequest

from service.comments.repository import CommentText, can_delete
from service.http.request_context import RequestContext
from service.permissions import RIGHTS
from service.storage.documents import array_json, as_json, extend_json, split_batches
from service.tables.change_requests import change_request, comment, reaction
from service.tables.content import page
from service.tables.identity import person

MAX_AT_ONCE = 50

MAX_LENGTH = 32
"""Longest emoji in characters; some are composed of many."""

Rows = Sequence[Row[Any]]
_resolver = person.alias()


def validate_emojis(field: str, given: Sequence[str]) -> None:
    """Raise BadRequest, naming the field."""
    if len(given) > MAX_AT_ONCE:
        raise BadRequest(f"{field}: takes at most {MAX_AT_ONCE} emojis at once.")
    for emoji in given:
        if not 0 < len(emoji) <= MAX_LENGTH or any(sign.isspace() or sign < " " for sign in emoji):
            raise BadRequest(f"{field}: an emoji has 1 to {MAX_LENGTH} characters and no spaces.")


def update_reactions(
    connection: Connection, comment_id: str, by: str, added: Sequence[str], removed: Sequence[str], now: str
) -> None:
    """Add and remove reactions. An emoji in both lists is removed."""
    rows = select(reaction.c.emoji).where(reaction.c.comment == comment_id, reaction.c.person == by)
    given = set(connection.scalars(rows))
    dropped = given & set(removed)
    if dropped:
        own = (reaction.c.comment == comment_id, reaction.c.person == by)
        connection.execute(delete(reaction).where(*own, reaction.c.emoji.in_(dropped)))
    new = [emoji for emoji in dict.fromkeys(added) if emoji not in given and emoji not in removed]
    if new:
        shared = {"comment": comment_id, "person": by, "reacted_at": now}
        connection.execute(insert(reaction), [{"emoji": emoji, **shared} for emoji in new])


def reactions_json(connection: Connection, comments: Sequence[str]) -> dict[str, str]:
    """Return JSON arrays by comment id, oldest reaction first; comments without reactions are left out."""
    found: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    columns = (reaction.c.comment, reaction.c.emoji, reaction.c.reacted_at, person.c.document)
    rows = select(*columns).join(person, person.c.id == reaction.c.person).order_by(reaction.c.number)
    for some in split_batches(comments):
        for row in connection.execute(rows.where(reaction.c.comment.in_(some))):
            reactor = extend_json(as_json({"reactedAt": row.reacted_at}), user=row.document)
            found[row.comment][row.emoji].append(reactor)
    return {comment: f"[{','.join(_reaction_json(*each) for each in by.items())}]" for comment, by in found.items()}


def _reaction_json(emoji: str, reactors: Sequence[str]) -> str:
    return extend_json(as_json({"emoji": emoji, "count": len(reactors)}), users=array_json(reactors))


def comment_rows() -> Select[Any]:
    """Select the columns that `comments_json` reads.

    Bind parameters: `space`, and `current`, the id of the space's current revision.
    """
    about = func.coalesce(change_request.c.revision, bindparam("current"))
    columns = (
        comment.c.replies,
        comment.c.page_shown,
        comment.c.target,
        _resolver.c.document.label("resolver"),
        or_(page.c.version.is_(None), page.c.version != comment.c.page_version).label("outdated"),
    )
    rows = _text_rows().add_columns(*columns)
    rows = rows.outerjoin(_resolver, _resolver.c.id == comment.c.resolved_by)
    rows = rows.outerjoin(change_request, change_request.c.id == comment.c.change_request)
    rows = rows.outerjoin(page, and_(page.c.revision == about, page.c.id == comment.c.page))
    return rows.where(comment.c.space == bindparam("space"), comment.c.thread.is_(None))


def reply_rows() -> Select[Any]:
    """Select the columns that `replies_json` reads. Bind parameter: `thread`, the id of the comment."""
    return _text_rows().where(comment.c.thread == bindparam("thread"))


def comments_json(call: RequestContext, rows: Rows, *, as_document: bool) -> list[str]:
    reactions = reactions_json(call.connection, [row.id for row in rows])
    return [_comment_json(call, row, reactions, as_document=as_document) for row in rows]


def replies_json(call: RequestContext, rows: Rows, *, as_document: bool) -> list[str]:
    reactions = reactions_json(call.connection, [row.id for row in rows])
    return [_reply_json(call, row, reactions, as_document=as_document) for row in rows]


def _text_rows() -> Select[Any]:
    fields = comment.c
    columns = (
        fields.id,
        fields.posted_by,
        fields.markdown,
        fields.rich,
        fields.document,
        person.c.document.label("poster"),
    )
    return select(*columns).join(person, person.c.id == fields.posted_by)


def _comment_json(call: RequestContext, row: Row[Any], reactions: dict[str, str], *, as_document: bool) -> str:
    target = row.target
    if row.page_shown is not None:
        target = extend_json(target, page=extend_json(row.page_shown, outdated=as_json(bool(row.outdated))))
    resolver = {} if row.resolver is None else {"resolvedBy": row.resolver}
    own = _reply_json(call, row, reactions, as_document=as_document, delete=can_delete(call, row.posted_by))
    return extend_json(own, replies=as_json(row.replies), target=target, **resolver)


def _reply_json(
    call: RequestContext,
    row: Row[Any],
    reactions: dict[str, str],
    *,
    as_document: bool,
    delete: bool = False,
) -> str:
    # The API has no endpoint that deletes a single reply.
    may_comment = "comment" in RIGHTS[call.role]
    edit = may_comment and row.posted_by == call.person
    permissions = {"view": True, "edit": edit, "reply": may_comment, "delete": delete}
    return extend_json(
        row.document,
        postedBy=row.poster,
        body=CommentText(row.markdown, row.rich).to_json(as_document=as_document),
        reactions=reactions.get(row.id, "[]"),
        permissions=as_json(permissions),
    )
