"""Changes that comments and replies share: their text, and the caller's reactions."""

from typing import Any

from pydantic import MISSING
from sqlalchemy import Row

from contract.authoring.comments import CommentReplyUpdate
from service.comments.bodies import Body
from service.comments.reactions import check_emojis, react
from service.comments.repository import rewrite
from service.http.request_context import RequestContext


def update_comment_text(call: RequestContext, row: Row[*tuple[Any, ...]], given: CommentReplyUpdate) -> None:
    """Raises BadRequest for what is no emoji, Forbidden for a text that someone else wrote."""
    added = [] if given.addedReactions is MISSING else given.addedReactions
    removed = [] if given.removedReactions is MISSING else given.removedReactions
    check_emojis("addedReactions", added)
    check_emojis("removedReactions", removed)
    if given.body is not MISSING:
        rewrite(call, row, Body.from_request(given.body))
    react(call.connection, row.id, call.person, added, removed, call.now)
