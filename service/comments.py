"""Comments on spaces, with replies and reactions: storage and serialization."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import MISSING
from pydantic_core import from_json
from sqlalchemy import Connection, Row, Select, and_, bindparam, delete, func, insert, or_, select, update
from werkzeug.exceptions import BadRequest, Forbidden, NotFound

from contract.authoring.comments import CommentBody, CommentCreate, TargetPage
from service.content.rich_text import list_block_keys, parse_rich_text, to_markdown
from service.content.spaces import Version, find_space, save_space
from service.http.request_context import RequestContext
from service.permissions import RIGHTS
from service.storage.documents import (
    Fields,
    array_json,
    as_json,
    create_id,
    extend_json,
    find_row,
    parse_fields,
    serialize_document,
    split_batches,
)
from service.tables.change_requests import change_request, comment, reaction
from service.tables.content import page
from service.tables.identity import person

_SHOWN = [name for name in TargetPage.model_fields if name != "outdated"]
OPEN, RESOLVED = "open", "resolved"


@dataclass(frozen=True)
class CommentText:
    """The text of a comment. `markdown` is None if it is empty; `rich` is the JSON of a rich-text tree as sent."""

    markdown: str | None
    rich: str | None = None

    @classmethod
    def from_request(cls, given: CommentBody) -> "CommentText":
        """Build the text from a request body. Raises BadRequest if it has both forms."""
        if given.document is MISSING:
            return cls(None if given.markdown is MISSING else given.markdown)
        if given.markdown is not MISSING:
            raise BadRequest("body: takes markdown or a document, not both.")
        return cls(to_markdown(given.document), as_json(given.document))

    def to_json(self, *, as_document: bool) -> str:
        if self.markdown is None:
            return "{}"
        if not as_document:
            return as_json({"markdown": self.markdown})
        document = parse_rich_text(self.markdown) if self.rich is None else from_json(self.rich)
        return as_json({"document": document})


def target_columns(connection: Connection, version: Version, given: CommentCreate) -> dict[str, str]:
    """Build the columns of a comment's target. Raises NotFound, and BadRequest for a block without a page."""
    target: Fields = {"space": version.space, "revision": version.revision}
    if version.change_request:
        target["changeRequest"] = version.change_request
    if given.page is MISSING:
        if given.node is not MISSING:
            raise BadRequest("node: is a part of a page, so it needs a page.")
        return {"target": as_json(target)}
    row = _find_page(connection, version, given.page)
    if given.node is not MISSING:
        target["node"] = {"id": given.node, "preview": _find_preview(row.markdown, given.node)}
    fields = parse_fields(row.document)
    shown = {name: fields[name] for name in _SHOWN if name in fields}
    page_columns = {"page": given.page, "page_version": row.version, "page_shown": as_json(shown)}
    return {"target": as_json(target), **page_columns}


def _find_page(connection: Connection, version: Version, page_id: str) -> Row[Any]:
    rows = select(page.c.document, page.c.markdown, page.c.version)
    own = rows.where(page.c.revision == version.revision, page.c.id == page_id)
    return find_row(connection, own, "page: This content has no page with this id.")


def _find_preview(markdown: str, node: str) -> str:
    keys = list_block_keys(markdown)
    if node not in keys:
        raise NotFound("node: The page has no part with this id.")
    return keys[node]


@dataclass(frozen=True)
class NewComment:
    """A comment or reply to store. An empty `id` is replaced by a random one."""

    space: str
    by: str
    now: str
    body: CommentText
    id: str = ""


def add_comment(
    connection: Connection, posted: NewComment, target: Mapping[str, str], change_request_id: str | None = None
) -> str:
    """Store a comment with the given target columns, and return its id."""
    own_id = posted.id or create_id("comment")
    fields: Fields = {"object": "comment", "id": own_id, "postedAt": posted.now, "status": OPEN}
    columns = {**target, **_comment_columns(posted, fields, _comment_path(posted.space, own_id))}
    connection.execute(insert(comment).values(id=own_id, status=OPEN, change_request=change_request_id, **columns))
    _update_counts(connection, posted.space, change_request_id)
    return own_id


def add_reply(connection: Connection, posted: NewComment, thread: str) -> str:
    """Store a reply to the comment `thread`, and return its id."""
    own_id = posted.id or create_id("reply")
    fields: Fields = {"object": "comment-reply", "id": own_id, "postedAt": posted.now}
    location = f"{_comment_path(posted.space, thread)}/replies/{own_id}"
    connection.execute(insert(comment).values(id=own_id, thread=thread, **_comment_columns(posted, fields, location)))
    more = update(comment).where(comment.c.id == thread).values(replies=comment.c.replies + 1)
    connection.execute(more)
    return own_id


def find_comment(connection: Connection, space_id: str, comment_id: str) -> Row[Any]:
    """Return the row of a comment. Raises NotFound."""
    own = (comment.c.space == space_id, comment.c.id == comment_id, comment.c.thread.is_(None))
    return find_row(connection, select(comment).where(*own), "This space has no comment with this id.")


def find_reply(connection: Connection, space_id: str, comment_id: str, reply_id: str) -> Row[Any]:
    """Return the row of a reply. Raises NotFound."""
    own = (comment.c.space == space_id, comment.c.thread == comment_id, comment.c.id == reply_id)
    return find_row(connection, select(comment).where(*own), "This comment has no reply with this id.")


def update_text(call: RequestContext, row: Row[Any], body: CommentText) -> None:
    """Replace the text. Raises Forbidden unless the caller wrote it."""
    if row.posted_by != call.person:
        raise Forbidden("Only the person who wrote the text can change it.")
    document = _replace_fields(row, editedAt=call.now)
    _update_row(call.connection, row.id, markdown=body.markdown, rich=body.rich, document=document)


def resolve_comment(call: RequestContext, row: Row[Any], *, resolved: bool) -> None:
    """Resolve or reopen a comment."""
    status = RESOLVED if resolved else OPEN
    if row.status == status:
        return
    # The same request may have changed the text since the row was read.
    row = call.connection.execute(select(comment).where(comment.c.id == row.id)).one()
    document = _replace_fields(row, status=status, resolvedAt=call.now if resolved else None)
    resolved_by = call.person if resolved else None
    _update_row(call.connection, row.id, status=status, resolved_by=resolved_by, document=document)
    _update_counts(call.connection, row.space, row.change_request)


def delete_thread(call: RequestContext, row: Row[Any]) -> None:
    """Delete a comment with its replies. Raises Forbidden unless the caller wrote it or is an administrator."""
    if not can_delete(call, row.posted_by):
        raise Forbidden("Only the person who wrote a comment or an administrator can delete it.")
    call.connection.execute(delete(comment).where(comment.c.id == row.id))
    _update_counts(call.connection, row.space, row.change_request)


def can_delete(call: RequestContext, posted_by: str) -> bool:
    rights = RIGHTS[call.role]
    return "admin" in rights or ("comment" in rights and posted_by == call.person)


def _comment_columns(posted: NewComment, fields: Fields, location: str) -> dict[str, Any]:
    return {
        "space": posted.space,
        "posted_by": posted.by,
        "replies": 0,
        "markdown": posted.body.markdown,
        "rich": posted.body.rich,
        "document": serialize_document(fields, {"urls": {"location": location}}),
    }


def _comment_path(space_id: str, comment_id: str) -> str:
    return f"/v1/spaces/{space_id}/comments/{comment_id}"


def _replace_fields(row: Row[Any], **changed: str | None) -> str:
    fields = parse_fields(row.document) | changed
    urls: Any = fields["urls"]
    return serialize_document({name: value for name, value in fields.items() if value is not None}, {"urls": urls})


def _update_row(connection: Connection, comment_id: str, **columns: str | None) -> None:
    connection.execute(update(comment).where(comment.c.id == comment_id).values(**columns))


def _update_counts(connection: Connection, space_id: str, change_request_id: str | None) -> None:
    """Update the counts of open comments in the space and the change request."""
    is_open = select(func.count()).where(comment.c.status == OPEN)
    fields = find_space(connection, space_id)
    fields["comments"] = connection.scalar(is_open.where(comment.c.space == space_id))
    save_space(connection, fields)
    if change_request_id is not None:
        found = connection.scalar(is_open.where(comment.c.change_request == change_request_id))
        own = update(change_request).where(change_request.c.id == change_request_id)
        connection.execute(own.values(comments=found))


MAX_AT_ONCE = 50

MAX_LENGTH = 32
"""Longest emoji in characters; some are composed of many."""

Rows = Sequence[Row[Any]]
_resolver = person.alias()


def validate_emojis(field: str, given: Sequence[str]) -> None:
    """Raise BadRequest, naming the field, for an invalid emoji or too many of them."""
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


def select_replies() -> Select[Any]:
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
