"""Comment pages: the list of a space, and one comment with its replies."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint
from pydantic import BaseModel
from werkzeug.wrappers import Response
from wtforms import HiddenField

from blueprints.comments.facts import Remark, Thread
from blueprints.comments.reads import (
    CommentPage,
    list_page_choices,
    list_people_choices,
    list_status_choices,
    parse_filters,
    read_comment,
    read_comment_list,
    read_request_title,
)
from contract.authoring.comments import CommentCreate, CommentReplyCreate, CommentReplyUpdate, CommentUpdate
from masthead.i18n import N_, gettext
from masthead.web.descriptions.labels import request_title
from masthead.web.directory.places import SPACE, find_place
from masthead.web.forms.field_types import MarkdownText, WordList
from masthead.web.forms.fields import Switch
from masthead.web.forms.forms import CONFLICT, ConfirmForm, ContractForm, PageForm
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.person.guards import signed_in
from masthead.web.places import back_link_context

blueprint = Blueprint("comments", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/comments")
WHAT = N_("Markdown is laid out. Everybody who may read the space can read it.")


class RemarkForm(ContractForm):
    body = MarkdownText(N_("Text"), rows=6, hint=WHAT)

    def check(self) -> None:
        if not self.body.data:
            self.body.errors = [gettext("Text: write something.")]


class ReplyForm(RemarkForm):
    request_model = CommentReplyCreate


class NewCommentForm(RemarkForm):
    """A comment on a space, or on its page `page_id`."""

    request_model = CommentCreate
    page_id = ""

    def request_body(self) -> BaseModel:
        page: dict[str, Any] = {"page": self.page_id} if self.page_id else {}
        return CommentCreate.model_validate(self.changes() | page)


class CommentForm(RemarkForm):
    request_model = CommentUpdate


class ReplyTextForm(RemarkForm):
    request_model = CommentReplyUpdate


class ReactionsForm(ContractForm):
    """Labels for reactions in the journal. No page shows this form."""

    request_model = CommentReplyUpdate
    addedReactions = WordList(N_("Added reactions"))
    removedReactions = WordList(N_("Reactions taken back"))


class ResolvedForm(ContractForm):
    """Label for the resolved state in the journal. No page shows this form."""

    body = CommentUpdate
    resolved = Switch(N_("Resolved"))


class DeleteForm(ConfirmForm):
    """The form that deletes a comment, confirmed by its author's name.

    `seen` has the status, texts and replies shown.
    """

    seen = HiddenField()

    def __init__(self, thread: Thread, replies: Iterable[Remark]) -> None:
        super().__init__(thread.author or thread.id)
        self._before = str(self.seen.data or "")
        told = ", ".join(sorted(f"{each.id} {each.edited_at or ''}" for each in replies))
        self.seen.data = f"{thread.state} {thread.edited_at or ''}; {thread.replies} {told}"

    def is_changed_since_shown(self) -> bool:
        """Return whether the comment changed since the page was shown; the form then says so."""
        if self._before == self.seen.data:
            return False
        changed = gettext("The comment or its replies were changed since you opened this page.")
        self.problems += [changed, gettext("Check again before you delete it.")]
        self.status, self.confirm.data = CONFLICT, ""
        return True


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str) -> Response:
    """List comments, a hundred per page. For a change request, search the space's first 1,000."""
    place, wanted = find_place(organization_id, SPACE, space_id), parse_filters()
    listing, request = read_comment_list(organization_id, space_id, wanted)
    every = [Thread(each) for each in listing.value.items]
    request_id = request.value.id if request else wanted.request
    rows = [each for each in every if not request_id or each.change_request == request_id]
    return page(
        "comments/index.html",
        fragment="rows",
        space=place,
        listing=listing,
        request_title=request_title(request.value) if request else gettext("Change request"),
        rows=rows,
        wanted=wanted,
        statuses=list_status_choices(every, wanted),
        people=list_people_choices(organization_id, every, wanted.author),
        pages=list_page_choices(every, wanted.page_id),
    )


@blueprint.get("/<comment_id>")
@signed_in
def show(organization_id: str, space_id: str, comment_id: str) -> Response:
    return show_page(read_comment(organization_id, space_id, comment_id), PageForm(), ReplyForm.new())


def show_page(found: CommentPage, form: PageForm, reply: ReplyForm) -> Response:
    """Render the page. `form` has the errors of a failed action; `reply` is the reply form."""
    return page(
        "comments/show.html",
        status=max(form.status, reply.status),
        form=form,
        reply=reply,
        found=found,
        thread=found.thread,
        space=found.space,
        remembered=found.read,
        request_title=read_request_title(found),
        unread=unread_message(found.problem) if found.problem else "",
        **back_link_context(),
    )
