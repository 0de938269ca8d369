"""Merges a change request into its space after a check, and updates one from its space."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from urllib.parse import unquote

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.change_requests.change_request_forms import (
    MergeForm,
    ShownState,
    current_state,
    journal_subject,
    request_url,
)
from blueprints.change_requests.facts import RequestFacts
from blueprints.change_requests.merge_check import (
    MAX_PAGES,
    check_links,
    list_points,
    read_comments,
)
from blueprints.change_requests.reads import RequestPage, read_request_page
from blueprints.change_requests.views import INBOX_PANE, show_page
from contract.authoring.change_requests import (
    GET_CHANGE_REQUEST,
    MERGE_CHANGE_REQUEST,
    PULL_INTO_CHANGE_REQUEST,
    ChangeRequest,
    MergeResult,
    UpdateResult,
)
from contract.schema.endpoint import Endpoint
from masthead.client import Problem
from masthead.i18n import N_, gettext, ngettext
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.forms.forms import CONFLICT, PageForm
from masthead.web.frame.pages import Feedback, Report, page, redirect_info
from masthead.web.frame.problems import LinkedText
from masthead.web.http.paths import parse_int
from masthead.web.http.responses import wants_fragment
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api
from masthead.web.places import back_link
from masthead.web.submit.review import MAX_REASON_LENGTH
from masthead.web.submit.submission import refuse_if_unread, save
from masthead.writes.send import Change

A = TypeVar("A")
blueprint = Blueprint(
    "change_request_merge", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests"
)
MERGED, UPDATED, CONFLICTS = "merge", "update", "conflicts"
"""Results that the API reports for a merge or an update."""
NOT_MERGED = N_(
    "%(title)s was not merged: it conflicts with the space. Resolve them in the app, then update the "
    "change request from the space."
)
NOT_UPDATED = N_(
    "%(title)s was not updated: it conflicts with the space. Resolve them in the app, then update the "
    "change request from the space."
)
RESOLVE_IN_APP = N_(
    "Masthead can't resolve this conflict. Resolve it in the app, then update the change request from the space."
)
RESOLVE_THERE = N_(", resolve the conflict there, then update it from the space.")


@blueprint.get("/<change_request_id>/merge")
@signed_in
def ask(organization_id: str, space_id: str, change_request_id: str) -> Response:
    return _merge_page(MergeForm(), read_request_page(organization_id, space_id, change_request_id, anew=True))


@blueprint.post("/<change_request_id>/merge")
@signed_in
@keeps_input
def merge(organization_id: str, space_id: str, change_request_id: str) -> Response:
    """Merge the change request unless something changed since the check was shown."""
    found, form = read_request_page(organization_id, space_id, change_request_id, anew=True), MergeForm()
    onward = back_link() or request_url(organization_id, space_id, found.facts.number)
    if found.facts.is_merged:
        return redirect_info(gettext("This change request is already merged."), onward)
    if form.validate() and not refuse_if_unread(form, found.read) and not _is_changed(form, found):
        summary = gettext(
            "Merge the change request %(title)s into %(space)s", title=found.facts.title, space=found.space.called
        )
        main = found.comparison.main
        change = _build_change(MERGE_CHANGE_REQUEST, found, summary, main.id if main else "")
        if saved := save(form, change, lambda result: (_merge_report(found, result), onward)):
            return saved
        _add_conflict_advice(form, found)
    return _merge_page(form, found)


@blueprint.post("/<change_request_id>/update")
@signed_in
@keeps_input
def pull(organization_id: str, space_id: str, change_request_id: str) -> Response:
    """Update the change request from the space, and show it again for the merge."""
    found, form = read_request_page(organization_id, space_id, change_request_id, anew=True), PageForm()
    onward = request_url(organization_id, space_id, found.facts.number, back_link())
    if request.form.get("from") == INBOX_PANE:  # opens it beside the list again
        onward = back_link() or onward
    if not found.facts.request.outdated and not found.read.problem:
        return redirect_info(gettext("This change request is already up to date with the space."), onward)
    if form.validate() and not refuse_if_unread(form, found.read):
        summary = gettext(
            "Update the change request %(title)s from %(space)s", title=found.facts.title, space=found.space.called
        )
        change = _build_change(PULL_INTO_CHANGE_REQUEST, found, summary, found.facts.request.revision)
        if saved := save(form, change, lambda result: (_update_report(found, result), onward)):
            return saved
        _add_conflict_advice(form, found)
    return show_page(found, form)


def _build_change(endpoint: Endpoint[A], found: RequestPage, summary: str, revision: str) -> Change[A]:
    own = found.facts.request
    was = {"revision": revision} if revision else {}
    ids = (found.space.id, own.id)
    return Change(endpoint, ids, journal_subject(own), summary, was=was, organization=found.organization)


def _is_changed(form: MergeForm, found: RequestPage) -> bool:
    """Return whether anything changed since the page was shown, and list the changes in the form."""
    parts = [unquote(each) for each in str(form.seen.data or "").split(" ")]
    seen, now = ShownState(*parts) if len(parts) == len(ShownState._fields) else ShownState(), current_state(found)
    told = {
        gettext("The space was changed since you opened this page."): seen.space != now.space,
        gettext("The change request was changed since you opened this page."): seen.proposed != now.proposed,
        gettext("The state of the change request was changed since you opened this page."): seen.state != now.state,
        ngettext(
            "The change request has %(n)s open comment now.",
            "The change request has %(n)s open comments now.",
            int(found.facts.request.comments),
        ): seen.comments != now.comments,
    }
    news = [words for words, is_so in told.items() if is_so]
    if news:
        form.problems += [*news, gettext("Check again before you merge.")]
        form.status = CONFLICT
    return bool(news)


def _add_conflict_advice(form: PageForm, found: RequestPage) -> None:
    """Advise resolving the conflict in the app, since a retry would fail again.

    Adds nothing if the change request was closed in the meantime: the API refuses that with the same status.
    """
    if form.status != CONFLICT or form.outcome is not Feedback.NOT_SAVED or not found.facts.request.outdated:
        return
    with suppress(Problem):
        if RequestFacts(api().read(GET_CHANGE_REQUEST, found.space.id, found.facts.request.id)).is_closed:
            return
    app, before = found.facts.app, gettext("Masthead can't resolve this conflict. ")
    form.problems.append(
        LinkedText(before, gettext("Open the change request in the app"), gettext(RESOLVE_THERE), app)
        if app
        else gettext(RESOLVE_IN_APP)
    )


def _merge_report(found: RequestPage, result: MergeResult) -> Report:
    title = found.facts.title
    if result.result == CONFLICTS:
        text = gettext(NOT_MERGED, title=title)
        return Report(Feedback.NOT_SAVED, text)
    if result.result != MERGED:
        return _unknown_result_report(found, result.result, lambda now: RequestFacts(now).is_merged)
    return Report(
        Feedback.SAVED, gettext("%(title)s was merged into %(space)s.", title=title, space=found.space.called)
    )


def _update_report(found: RequestPage, result: UpdateResult) -> Report:
    title, space = found.facts.title, found.space.called
    if result.result == CONFLICTS:
        text = gettext(NOT_UPDATED, title=title)
        return Report(Feedback.NOT_SAVED, text)
    if result.result != UPDATED:
        return _unknown_result_report(found, result.result, lambda now: not now.outdated)
    return Report(Feedback.SAVED, gettext("%(title)s was updated from %(space)s.", title=title, space=space))


def _unknown_result_report(found: RequestPage, result: str, is_done: Callable[[ChangeRequest], bool]) -> Report:
    """Report an unrecognized result, after reading the change request again to see whether it took effect."""
    told = gettext("The service answered “%(result)s” for %(title)s.", result=result, title=found.facts.title)
    try:
        now = api().read(GET_CHANGE_REQUEST, found.space.id, found.facts.request.id)
    except Problem:
        return Report(Feedback.UNKNOWN, gettext("%(told)s It isn't known whether this was saved.", told=told))
    if is_done(now):
        return Report(Feedback.SAVED, gettext("%(told)s It is done.", told=told))
    return Report(Feedback.NOT_SAVED, gettext("%(told)s Nothing was changed.", told=told))


def _merge_page(form: MergeForm, found: RequestPage) -> Response:
    form.set_shown_state(found)
    wanted = min(request.args.get("links", 0, type=parse_int), MAX_PAGES)
    links, comments = None, None
    if not found.facts.is_closed:
        # Compared with a newer space, an outdated request seems to remove the space's additions, which a merge keeps.
        if not found.comparison.problem and not found.facts.request.outdated:
            links = check_links(found.space.id, found.facts.request.id, found.comparison, wanted)
        comments = read_comments(found.space.id) if found.reviewers else None
    return page(
        "change_request_merge/ask.html",
        fragment="check",
        form=form,
        found=found,
        facts=found.facts,
        space=found.space,
        remembered=found.read,
        points=[] if found.facts.is_closed else list(list_points(found, links, comments)),
        links=links,
        longest_reason=MAX_REASON_LENGTH,
        beside_changes=wants_fragment("change_request_merge-check"),
        shown=shown_request(MERGE_CHANGE_REQUEST, (found.space.id, found.facts.request.id), None),
        back_link=back_link(),
    )
