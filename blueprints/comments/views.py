"""Pages of comments: a space's list, and one comment with its replies."""

from flask import Blueprint
from werkzeug.wrappers import Response

from blueprints.comments.facts import Thread
from blueprints.comments.forms import ReplyForm
from blueprints.comments.reads import (
    CommentPage,
    asked,
    pages,
    people,
    read_comment,
    read_list,
    statuses,
    title_of_request,
)
from i18n import gettext
from masthead.web.descriptions.request_titles import title_of
from masthead.web.directory.places import SPACE, find_place
from masthead.web.forms.forms import PageForm
from masthead.web.frame.pages import page
from masthead.web.frame.problems import why_unread
from masthead.web.person.access import signed_in
from masthead.web.places import led_from_shown

blueprint = Blueprint("comments", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/comments")


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str) -> Response:
    """List comments, a hundred per page. For a change request, those among the first 1,000 of the space."""
    place, wanted = find_place(organization_id, SPACE, space_id), asked()
    listing, request = read_list(organization_id, space_id, wanted)
    every = [Thread(each) for each in listing.value.items]
    request_id = request.value.id if request else wanted.request
    rows = [each for each in every if not request_id or each.change_request == request_id]
    return page(
        "comments/index.html",
        fragment="rows",
        space=place,
        listing=listing,
        request_title=title_of(request.value) if request else gettext("a change request"),
        rows=rows,
        wanted=wanted,
        statuses=statuses(every, wanted),
        people=people(organization_id, every, wanted.author),
        pages=pages(every, wanted.page_id),
    )


@blueprint.get("/<comment_id>")
@signed_in
def show(organization_id: str, space_id: str, comment_id: str) -> Response:
    """Show one comment with its replies."""
    return show_page(read_comment(organization_id, space_id, comment_id), PageForm(), ReplyForm.new())


def show_page(found: CommentPage, form: PageForm, reply: ReplyForm) -> Response:
    """Render the page. `form` has errors of a failed action, `reply` the reply form."""
    return page(
        "comments/show.html",
        status=max(form.status, reply.status),
        form=form,
        reply=reply,
        found=found,
        thread=found.thread,
        space=found.space,
        remembered=found.read,
        request_title=title_of_request(found),
        unread=why_unread(found.problem) if found.problem else "",
        **led_from_shown(),
    )
