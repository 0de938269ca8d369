"""Declares replies to a comment."""

from contract.authoring.comments import GET_COMMENT_REPLY, UPDATE_COMMENT_REPLY, CommentReply
from masthead.i18n import N_
from masthead.resources.comment import comment_settings
from masthead.resources.resource import Endpoints, Resource, SettingsRules


def _reply_settings(reply: CommentReply, *_: object) -> dict[str, object]:
    return comment_settings(reply)


COMMENT_REPLY = Resource(
    kind="comment-reply",
    one=N_("reply"),
    many=N_("replies"),
    endpoints=Endpoints(read=GET_COMMENT_REPLY, update=UPDATE_COMMENT_REPLY),
    settings=SettingsRules(converted=_reply_settings, unread=frozenset({"body"})),
    without={
        "name": "It has no name.",
        "lookup": "It is found with its comment.",
        "listing": "It is looked for by its text and time.",
        "create": "It is looked for by its text and time, as it has no name.",
    },
)
