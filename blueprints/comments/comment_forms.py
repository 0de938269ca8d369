"""Forms to create, reply to, edit, resolve, reopen and delete comments."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.comments.facts import Thread
from blueprints.comments.reads import MARKDOWN, CommentPage, read_comment
from blueprints.comments.views import (
    CommentForm,
    DeleteForm,
    NewCommentForm,
    RemarkForm,
    ReplyForm,
    ReplyTextForm,
    show_page,
)
from contract.authoring.comments import (
    CREATE_COMMENT,
    CREATE_COMMENT_REPLY,
    DELETE_COMMENT,
    GET_COMMENT_REPLY,
    UPDATE_COMMENT,
    UPDATE_COMMENT_REPLY,
    Comment,
    CommentQuery,
    CommentReply,
    CommentUpdate,
)
from masthead.client import Cached, CachedRead, NotFound
from masthead.i18n import gettext
from masthead.resources import COMMENT, COMMENT_REPLY
from masthead.store.entries import Subject
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.forms.forms import PageForm
from masthead.web.frame.organization import load_organization, or_raise
from masthead.web.frame.pages import page, redirect_already_done
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api
from masthead.web.places import back_link
from masthead.web.submit.outcome_messages import deletion_report
from masthead.web.submit.submission import refuse_if_unread, save, save_changes
from masthead.writes.send import Change

blueprint = Blueprint("comment_forms", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/comments")
MAX_TITLE = 60


@blueprint.get("/new")
@signed_in
def new(organization_id: str, space_id: str) -> Response:
    return new_on_page(organization_id, space_id, "")


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str, space_id: str) -> Response:
    return create_on_page(organization_id, space_id, "")


@blueprint.get("/on/<page_id>")
@signed_in
def new_on_page(organization_id: str, space_id: str, page_id: str) -> Response:
    load_organization(organization_id)
    return _new_page(NewCommentForm.new(), find_place(organization_id, SPACE, space_id), page_id)


@blueprint.post("/on/<page_id>")
@signed_in
@keeps_input
def create_on_page(organization_id: str, space_id: str, page_id: str) -> Response:
    place, form = find_place(organization_id, SPACE, space_id), NewCommentForm.new()
    form.page_id = page_id
    organization = load_organization(organization_id, anew=True)

    def after(made: Comment) -> tuple[str, str]:
        return gettext("Your comment was posted."), _comment_url(organization_id, space_id, made.id)

    if form.validate() and not refuse_if_unread(form, organization):
        summary = gettext("Comment on %(space)s: %(text)s", space=place.called, text=_shorten_body(form))
        subject = Subject(COMMENT.one, "", _shorten_body(form))
        change = Change(
            CREATE_COMMENT, (space_id,), subject, summary, form.request_body(), organization=organization_id
        )
        if saved := save(form, change, after):
            return saved
    return _new_page(form, place, page_id)


def _new_page(form: NewCommentForm, place: AccessPlace, page_id: str) -> Response:
    return page("comment_forms/new.html", form=form, space=place, page_id=page_id)


@blueprint.post("/<comment_id>/replies")
@signed_in
@keeps_input
def reply(organization_id: str, space_id: str, comment_id: str) -> Response:
    found, form = read_comment(organization_id, space_id, comment_id, anew=True), ReplyForm.new()
    onward = back_link() or _comment_url(organization_id, space_id, found.thread.id)

    if form.validate() and not refuse_if_unread(form, found.read):
        summary = gettext(
            "Reply to %(name)s in %(space)s: %(text)s",
            name=found.thread.author or gettext("a comment"),
            space=found.space.called,
            text=_shorten_body(form),
        )
        subject = Subject(COMMENT_REPLY.one, "", _shorten_body(form))
        ids = (space_id, found.thread.id)
        change = Change(CREATE_COMMENT_REPLY, ids, subject, summary, form.request_body(), organization=organization_id)
        if saved := save(form, change, lambda _: (gettext("Your reply was posted."), onward)):
            return saved
    return show_page(found, PageForm(formdata=None), form)


@blueprint.post("/<comment_id>/resolved")
@signed_in
@keeps_input
def resolve(organization_id: str, space_id: str, comment_id: str) -> Response:
    """Resolve or reopen the comment, unless somebody already did."""
    found, form = read_comment(organization_id, space_id, comment_id, anew=True), PageForm()
    thread, onward = found.thread, back_link() or _comment_url(organization_id, space_id, found.thread.id)
    wanted = request.form.get("resolved") == "true"
    if thread.is_resolved == wanted and thread.state and not found.read.problem:
        told = gettext("This comment is already resolved.") if wanted else gettext("This comment is already open.")
        return redirect_already_done(told, onward, UPDATE_COMMENT, space_id, thread.id, organization=organization_id)
    if form.validate() and not refuse_if_unread(form, found.read):
        words = (
            gettext("Resolve a comment of %(name)s in %(space)s")
            if wanted
            else gettext("Open a comment of %(name)s in %(space)s again")
        )
        summary = words % {"name": thread.author or gettext("somebody"), "space": found.space.called}
        was = {"resolved": thread.is_resolved} if thread.state else {}
        change = Change(
            UPDATE_COMMENT,
            (space_id, thread.id),
            journal_subject(thread),
            summary,
            CommentUpdate(resolved=wanted),
            was=was,
            organization=organization_id,
        )
        done = gettext("The comment is resolved.") if wanted else gettext("The comment is open again.")
        if saved := save(form, change, lambda _: (done, onward)):
            return saved
    return show_page(found, form, ReplyForm.new())


@blueprint.get("/<comment_id>/edit")
@signed_in
def edit(organization_id: str, space_id: str, comment_id: str) -> Response:
    found = read_comment(organization_id, space_id, comment_id, anew=True)
    return _edit_page(CommentForm.from_values(COMMENT.settings_of(found.read.value)), found, found.read)


@blueprint.post("/<comment_id>/edit")
@signed_in
@keeps_input
def update(organization_id: str, space_id: str, comment_id: str) -> Response:
    found = read_comment(organization_id, space_id, comment_id, anew=True)
    form = CommentForm.from_values(COMMENT.settings_of(found.read.value), about=found.thread.id)
    onward = _comment_url(organization_id, space_id, found.thread.id)

    def change() -> Change[Comment]:
        summary = gettext("Change the text of a comment in %(space)s", space=found.space.called)
        ids, body = (space_id, found.thread.id), form.request_body()
        subject = journal_subject(found.thread)
        return Change(UPDATE_COMMENT, ids, subject, summary, body, was=form.now, organization=organization_id)

    told = gettext("The comment was saved.")
    return save_changes(form, found.read, change, lambda _: (told, onward), onward) or _edit_page(
        form, found, found.read
    )


@blueprint.get("/<comment_id>/replies/<reply_id>/edit")
@signed_in
def edit_reply(organization_id: str, space_id: str, comment_id: str, reply_id: str) -> Response:
    found, read = _read_reply(organization_id, space_id, comment_id, reply_id)
    return _edit_page(ReplyTextForm.from_values(COMMENT_REPLY.settings_of(read.value)), found, read)


@blueprint.post("/<comment_id>/replies/<reply_id>/edit")
@signed_in
@keeps_input
def update_reply(organization_id: str, space_id: str, comment_id: str, reply_id: str) -> Response:
    found, read = _read_reply(organization_id, space_id, comment_id, reply_id)
    form = ReplyTextForm.from_values(COMMENT_REPLY.settings_of(read.value), about=read.value.id)
    onward = _comment_url(organization_id, space_id, found.thread.id)

    def change() -> Change[CommentReply]:
        summary = gettext("Change the text of a reply in %(space)s", space=found.space.called)
        ids, body = (space_id, found.thread.id, read.value.id), form.request_body()
        subject = Subject(COMMENT_REPLY.one, read.value.id, found.thread.short_title)
        return Change(UPDATE_COMMENT_REPLY, ids, subject, summary, body, was=form.now, organization=organization_id)

    told = gettext("The reply was saved.")
    return save_changes(form, read, change, lambda _: (told, onward), onward) or _edit_page(form, found, read)


def _read_reply(
    organization_id: str, space_id: str, comment_id: str, reply_id: str
) -> tuple[CommentPage, Cached[CommentReply]]:
    found = read_comment(organization_id, space_id, comment_id, anew=True)
    ids = (space_id, comment_id, reply_id)
    (read,) = api().gather(CachedRead(GET_COMMENT_REPLY, ids, CommentQuery(format=MARKDOWN), refresh=True))
    return found, or_raise(read)


def _edit_page(form: RemarkForm, found: CommentPage, read: Cached[Comment] | Cached[CommentReply]) -> Response:
    return page(
        "comment_forms/edit.html",
        form=form,
        found=found,
        thread=found.thread,
        space=found.space,
        remembered=read,
        reply_id=read.value.id if isinstance(read.value, CommentReply) else "",
    )


@blueprint.get("/<comment_id>/delete")
@signed_in
def ask_delete(organization_id: str, space_id: str, comment_id: str) -> Response:
    found = read_comment(organization_id, space_id, comment_id, anew=True)
    return _delete_page(DeleteForm(found.thread, found.remarks), found)


@blueprint.post("/<comment_id>/delete")
@signed_in
@keeps_input
def delete(organization_id: str, space_id: str, comment_id: str) -> Response:
    onward = url_for("comments.index", organization_id=organization_id, space_id=space_id)
    try:
        found = read_comment(organization_id, space_id, comment_id, anew=True)
    except NotFound:
        return redirect_already_done(
            gettext("This comment was already deleted."),
            onward,
            DELETE_COMMENT,
            space_id,
            comment_id,
            organization=organization_id,
        )
    form = DeleteForm(found.thread, found.remarks)
    if form.validate() and not refuse_if_unread(form, found.read) and not form.is_changed_since_shown():
        name = found.thread.author or gettext("somebody")
        summary = gettext("Delete a comment of %(name)s in %(space)s", name=name, space=found.space.called)
        was = COMMENT.settings_of(found.read.value)
        ids, subject = (space_id, found.thread.id), journal_subject(found.thread)
        change = Change(DELETE_COMMENT, ids, subject, summary, was=was, organization=organization_id)
        told = gettext("The comment of %(name)s", name=name)
        if saved := save(form, change, lambda _: (deletion_report(change, told), onward)):
            return saved
    return _delete_page(form, found)


def _delete_page(form: DeleteForm, found: CommentPage) -> Response:
    return page(
        "comment_forms/delete.html",
        form=form,
        found=found,
        thread=found.thread,
        space=found.space,
    )


def journal_subject(thread: Thread) -> Subject:
    return Subject(COMMENT.one, thread.id, thread.short_title)


def _shorten_body(form: RemarkForm) -> str:
    text = " ".join(str(form["body"].data).split())
    return text if len(text) <= MAX_TITLE else f"{text[: MAX_TITLE - 1]}…"


def _comment_url(organization_id: str, space_id: str, comment_id: str) -> str:
    return url_for("comments.show", organization_id=organization_id, space_id=space_id, comment_id=comment_id)
