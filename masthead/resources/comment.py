"""Declares comments on a space or on a change request."""

from typing import Any

from pydantic import MISSING

from contract.authoring.comments import GET_COMMENT, UPDATE_COMMENT, Comment, CommentReply
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Resource, SettingsRules


def comment_settings(answer: Comment | CommentReply) -> dict[str, Any]:
    """Return the text in request form; MISSING if it isn't Markdown, which can't be sent back."""
    markdown = MISSING if answer.body is MISSING else answer.body.markdown
    return {"body": MISSING if markdown is MISSING else {"markdown": markdown}}


def _comment_settings(comment: Comment, *_: object) -> dict[str, Any]:
    resolved = MISSING if comment.status is MISSING else comment.status == "resolved"
    return comment_settings(comment) | {"resolved": resolved}


COMMENT = Resource(
    kind="comment",
    one=N_("comment"),
    many=N_("comments"),
    endpoints=Endpoints(read=GET_COMMENT, update=UPDATE_COMMENT),
    settings=SettingsRules(converted=_comment_settings, unread=frozenset({"body"})),
    without={
        "name": "It has no name.",
        "lookup": "It is found with its space.",
        "listing": "It is looked for by its text and time.",
        "create": "It is looked for by its text and time, as it has no name.",
        "delete": "It has replies, which no call creates again as they were.",
    },
)
