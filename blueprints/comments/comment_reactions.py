"""Adds and removes the caller's reactions to comments and replies.

The API doesn't report which reactions are the caller's, so pages always offer both. The counts before and
after show whether a reaction was added or removed.
"""

from typing import NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.comments.facts import Remark, ShownReaction
from blueprints.comments.reads import CommentPage, read_comment
from blueprints.comments.views import ReplyForm, show_page
from contract.authoring.comments import (
    UPDATE_COMMENT,
    UPDATE_COMMENT_REPLY,
    Comment,
    CommentReply,
    CommentReplyUpdate,
    CommentUpdate,
)
from masthead.client import NotFound
from masthead.i18n import gettext, ngettext
from masthead.resources import COMMENT, COMMENT_REPLY
from masthead.store.entries import Subject
from masthead.web.directory.entries import emoji_text
from masthead.web.forms.forms import PageForm
from masthead.web.frame.pages import Feedback, Report, redirect_info
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.submission import refuse_if_unread, save
from masthead.writes.send import Change

blueprint = Blueprint("comment_reactions", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/comments")
MAX_EMOJI = 64
"""Maximum length of an emoji to send; some emojis consist of many characters."""


class ReactionRequest(NamedTuple):
    emoji: str
    is_added: bool

    @property
    def picture(self) -> str:
        return emoji_text(self.emoji) or self.emoji

    @property
    def body(self) -> dict[str, list[str]]:
        return {"addedReactions" if self.is_added else "removedReactions": [self.emoji]}


@blueprint.post("/<comment_id>/reactions")
@signed_in
@keeps_input
def react(organization_id: str, space_id: str, comment_id: str) -> Response:
    found = read_comment(organization_id, space_id, comment_id, anew=True)
    wish, thread = _parse_reaction(), found.thread
    change: Change[Comment] = Change(
        UPDATE_COMMENT,
        (space_id, thread.id),
        Subject(COMMENT.one, thread.id, thread.short_title),
        _reaction_summary(wish, found),
        CommentUpdate.model_validate(wish.body),
        organization=organization_id,
    )
    return _send_reaction(found, thread, wish, change)


@blueprint.post("/<comment_id>/replies/<reply_id>/reactions")
@signed_in
@keeps_input
def react_to_reply(organization_id: str, space_id: str, comment_id: str, reply_id: str) -> Response:
    found = read_comment(organization_id, space_id, comment_id, anew=True)
    wish, remark = _parse_reaction(), next((each for each in found.remarks if each.id == reply_id), None)
    if remark is None:
        if found.problem:
            raise found.problem
        raise NotFound(gettext("This reply is no longer there."))
    change: Change[CommentReply] = Change(
        UPDATE_COMMENT_REPLY,
        (space_id, found.thread.id, reply_id),
        Subject(COMMENT_REPLY.one, reply_id, remark.short_title),
        _reaction_summary(wish, found),
        CommentReplyUpdate.model_validate(wish.body),
        organization=organization_id,
    )
    return _send_reaction(found, remark, wish, change)


def _parse_reaction() -> ReactionRequest:
    return ReactionRequest(request.form.get("emoji", "").strip()[:MAX_EMOJI], request.form.get("add") == "true")


def _reaction_summary(wish: ReactionRequest, found: CommentPage) -> str:
    words = (
        gettext("React with %(emoji)s in %(space)s") if wish.is_added else gettext("Take back %(emoji)s in %(space)s")
    )
    return words % {"emoji": wish.picture, "space": found.space.called}


def _send_reaction(
    found: CommentPage, remark: Remark, wish: ReactionRequest, change: Change[Comment] | Change[CommentReply]
) -> Response:
    onward = url_for(
        "comments.show", organization_id=found.organization, space_id=found.space.id, comment_id=found.thread.id
    )
    before = _find_reaction(remark, wish.emoji)
    if not wish.emoji:
        return redirect_info(gettext("Select an emoji to react with. Nothing was sent."), onward)
    form = PageForm()
    stale = found.replies if isinstance(remark.told, CommentReply) and found.replies else found.read
    if not before.count and not wish.is_added and not stale.problem:
        told = gettext("%(emoji)s is no longer there. Nothing was sent.", emoji=wish.picture)
        return redirect_info(told, onward)

    def after(now: Comment | CommentReply) -> tuple[Report, str]:
        return _build_report(wish, before, _find_reaction(Remark(now), wish.emoji)), onward

    if form.validate() and not refuse_if_unread(form, stale) and (saved := save(form, change, after)):
        return saved
    return show_page(found, form, ReplyForm.new())


def _find_reaction(remark: Remark, emoji: str) -> ShownReaction:
    """Return the reported reaction with this emoji, in any notation; its count is 0 if there is none."""
    picture = emoji_text(emoji) or emoji
    return next((each for each in remark.reactions if each.picture == picture), ShownReaction(emoji, picture, 0, ()))


def _build_report(wish: ReactionRequest, before: ShownReaction, now: ShownReaction) -> Report:
    """Build a message from the counts and user ids, since others may react at the same time."""
    told = ngettext("%(emoji)s: %(n)s person", "%(emoji)s: %(n)s people", now.count, emoji=wish.picture)
    if wish.is_added and not now.count:
        text = gettext("%(emoji)s was accepted, but doesn't show.", emoji=wish.picture)
        return Report(Feedback.NOT_SAVED, text)
    if wish.is_added:
        return Report(Feedback.SAVED, gettext("Your reaction was saved. %(told)s.", told=told))
    if now.count < before.count or before.people - now.people:
        return Report(Feedback.SAVED, gettext("Your reaction was taken back. %(told)s.", told=told))
    text = gettext("It isn't known whether your reaction was among them. %(told)s.", told=told)
    return Report(Feedback.UNKNOWN, text)
