"""Comments on spaces, pages and change requests, with replies and reactions."""

from flask import url_for

from blueprints.comments import comment_forms, comment_reactions, views
from blueprints.comments.views import (
    CommentForm,
    NewCommentForm,
    ReactionsForm,
    ReplyForm,
    ReplyTextForm,
    ResolvedForm,
)
from contract.authoring.comments import (
    CREATE_COMMENT,
    CREATE_COMMENT_REPLY,
    DELETE_COMMENT,
    UPDATE_COMMENT,
    UPDATE_COMMENT_REPLY,
)
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.places import Place, RecordedChange


def _comments(entry: Entry) -> str:
    return url_for("comments.index", organization_id=entry.intent.organization, space_id=entry.intent.ids[0])


def _comment(entry: Entry) -> str:
    space_id, comment_id = entry.intent.ids[:2]
    return url_for("comments.show", organization_id=entry.intent.organization, space_id=space_id, comment_id=comment_id)


PLACE = Place(
    blueprints=(views.blueprint, comment_forms.blueprint, comment_reactions.blueprint),
    within=N_("Spaces"),
    changes={
        CREATE_COMMENT.name: RecordedChange(_comments, (NewCommentForm,)),
        CREATE_COMMENT_REPLY.name: RecordedChange(_comment, (ReplyForm,)),
        UPDATE_COMMENT.name: RecordedChange(_comment, (CommentForm, ResolvedForm, ReactionsForm)),
        UPDATE_COMMENT_REPLY.name: RecordedChange(_comment, (ReplyTextForm, ReactionsForm)),
        DELETE_COMMENT.name: RecordedChange(_comments, (CommentForm, ResolvedForm)),
    },
    drafts={
        "comment_forms.create": N_("New comment"),
        "comment_forms.create_on_page": N_("New comment on a page"),
        "comment_forms.reply": N_("Reply to a comment"),
        "comment_forms.update": N_("Text of a comment"),
        "comment_forms.update_reply": N_("Text of a reply"),
    },
    draft_forms={
        "comment_forms.create": (NewCommentForm,),
        "comment_forms.create_on_page": (NewCommentForm,),
        "comment_forms.reply": (ReplyForm,),
        "comment_forms.update": (CommentForm,),
        "comment_forms.update_reply": (ReplyTextForm,),
    },
)
