"""Comments on spaces, pages and change requests, with replies and reactions."""

from blueprints.comments import comment_forms, comment_reactions, views
from blueprints.comments.views import CommentForm, NewCommentForm, ReactionsForm, ReplyForm, ReplyTextForm, ResolvedForm
from contract.authoring.comments import (
    CREATE_COMMENT,
    CREATE_COMMENT_REPLY,
    DELETE_COMMENT,
    UPDATE_COMMENT,
    UPDATE_COMMENT_REPLY,
)
from masthead.i18n import N_
from masthead.web.places import Place, RecordedChange, entry_page

COMMENTS = entry_page("comments.index", space_id=0)
COMMENT = entry_page("comments.show", space_id=0, comment_id=1)

PLACE = Place(
    blueprints=(views.blueprint, comment_forms.blueprint, comment_reactions.blueprint),
    within=N_("Spaces"),
    changes={
        CREATE_COMMENT.name: RecordedChange(COMMENTS, (NewCommentForm,)),
        CREATE_COMMENT_REPLY.name: RecordedChange(COMMENT, (ReplyForm,)),
        UPDATE_COMMENT.name: RecordedChange(COMMENT, (CommentForm, ResolvedForm, ReactionsForm)),
        UPDATE_COMMENT_REPLY.name: RecordedChange(COMMENT, (ReplyTextForm, ReactionsForm)),
        DELETE_COMMENT.name: RecordedChange(COMMENTS, (CommentForm, ResolvedForm)),
    },
    drafts={
        "comment_forms.create": (N_("New comment"), NewCommentForm),
        "comment_forms.create_on_page": (N_("New comment on a page"), NewCommentForm),
        "comment_forms.reply": (N_("Reply to a comment"), ReplyForm),
        "comment_forms.update": (N_("Text of a comment"), CommentForm),
        "comment_forms.update_reply": (N_("Text of a reply"), ReplyTextForm),
    },
)
