"""Bulk actions on inbox items: select, review, apply."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.inbox.filters import parse_filters
from contract.authoring.change_requests import (
    LIST_CHANGE_REQUESTS,
    PULL_INTO_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    UPDATE_CHANGE_REQUEST,
    ChangeRequest,
    ChangeRequestsQuery,
    ChangeRequestUpdate,
    ReviewersRequest,
)
from contract.authoring.comments import LIST_COMMENTS, UPDATE_COMMENT, Comment, CommentsQuery, CommentUpdate
from contract.schema.endpoint import LIMIT_MAX
from masthead.bulk.goals.settings import CALLS, ITEMS
from masthead.client import CachedRead
from masthead.i18n import N_, gettext, ngettext
from masthead.lookup.open_items import build_item
from masthead.resources import CHANGE_REQUEST, COMMENT
from masthead.store.bulk.steps import Purpose
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.directory.open_lists import COMMENTS, REQUESTS
from masthead.store.entries import Subject
from masthead.web.directory.entries import suggest_entries
from masthead.web.forms.forms import FINE
from masthead.web.forms.pickers import ChosenPeople, names_by_id
from masthead.web.frame.organization import is_refresh_requested, load_organization, or_raise
from masthead.web.frame.pages import page, redirect_info
from masthead.web.people.inbox import InboxItem, list_inbox
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import (
    Selection,
    SelectionAction,
    SelectionForm,
    requested_action,
    selected_keys,
    store_bulk_change,
)
from masthead.writes.send import Change

blueprint = Blueprint("inbox_bulk", __name__, url_prefix="/orgs/<organization_id>/inbox/chosen")
MAX_PEOPLE = 200
NOTHING = N_("Select at least one item first.")
NOT_APPLICABLE = N_("“%(button)s” doesn't apply to what you selected. Nothing was sent.")
REVIEW_REST = N_("Nothing was sent. Check the items that are left.")
GONE = N_("Nothing that you selected is listed in the inbox any more. Nothing was sent.")
Reviewers = Sequence[str]
"""User ids of reviewers; empty unless the action asks for them."""


class BulkReviewersForm(SelectionForm):
    users = ChosenPeople(N_("Reviewers"))

    def set_choices(self, organization_id: str) -> None:
        seen = suggest_entries(DirectoryQuery(organization_id, ("user",)), limit=MAX_PEOPLE)
        self.users.offered = tuple((each.id, each.title, "") for each in seen)


class ReadItem(NamedTuple):
    """An inbox item, with its change request or comment as just read."""

    row: InboxItem
    told: ChangeRequest | Comment


@dataclass(frozen=True, slots=True)
class InboxAct(SelectionAction):
    """An action on the items that it `applies` to: one change per item, or one per reviewer.

    `short` is the button above the list, `kind` the kind of bulk change. `asks` means that it needs reviewers.
    """

    short: str
    applies: Callable[[InboxItem], bool]
    changes: Callable[[str, ReadItem, Reviewers], Iterator[Change[Any]]]
    kind: str = ITEMS
    asks: bool = False

    def settings(self, item: ReadItem) -> Mapping[str, Any]:
        """Return the current values of the settings that the action changes, or the revision if it changes none."""
        if isinstance(item.told, Comment):
            return COMMENT.settings_of(item.told)
        return {"revision": item.told.revision} if self.kind == CALLS else CHANGE_REQUEST.settings_of(item.told)


@blueprint.get("")
@signed_in
def ask(organization_id: str) -> Response:
    form = _build_form(organization_id)
    return _render(organization_id, _read_selection(organization_id, form), form)


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Create a bulk change with a step per item.

    A step checks its item first, and skips it if nothing is left to do.
    """
    (_, act), form = requested_action(ACTS), _build_form(organization_id)
    selection = _read_selection(organization_id, form)
    wanted = selection.list_changes(form)
    if selection.missing:
        form.require_new_review(f"{_missing_message(selection.missing)} {gettext(REVIEW_REST)}")
    elif selection.changing and form.validate() and form.status == FINE:
        purpose = Purpose(organization_id, person().owner, act.title(len(selection.changing)), act.kind)
        if stored := store_bulk_change(form, purpose, wanted):
            return stored
    return _render(organization_id, selection, form)


def _build_form(organization_id: str) -> SelectionForm:
    if not requested_action(ACTS)[1].asks:
        return SelectionForm()
    form = BulkReviewersForm()
    form.set_choices(organization_id)
    return form


def _read_selection(organization_id: str, form: SelectionForm) -> Selection[ReadItem]:
    load_organization(organization_id)
    items, (_, act) = list_inbox(organization_id), requested_action(ACTS)
    keys = selected_keys("item", lambda: (each.key for each in items if parse_filters().matches_filters(each)))
    found = _read_items([each for each in items if each.key in keys])
    reviewers = form.users.data if isinstance(form, BulkReviewersForm) else ()
    return Selection(
        keys,
        [each for each in found if act.applies(each.row)],
        [each for each in found if not act.applies(each.row)],
        lambda each: each.row.key,
        act.settings,
        lambda each: act.changes(organization_id, each, reviewers),
    )


def _read_items(items: Sequence[InboxItem]) -> list[ReadItem]:
    """Read the lists that contain the items. Leaves out items that are no longer open. Raises a Problem."""
    places = list(dict.fromkeys((each.space.id, each.kind) for each in items))
    answers = api().gather(*(_build_read(*each) for each in places))
    told = {
        (*place, each.id): each
        for place, answer in zip(places, answers, strict=True)
        for each in or_raise(answer).value.items
    }
    return [
        ReadItem(each._replace(item=build_item(found)), found)
        for each in items
        if (found := told.get((each.space.id, each.kind, each.item.id)))
    ]


def _build_read(space: str, kind: str) -> CachedRead[Any]:
    if kind == REQUESTS:
        query = ChangeRequestsQuery(limit=LIMIT_MAX, status="open")
        return CachedRead(LIST_CHANGE_REQUESTS.tolerant_listing, (space,), query, is_refresh_requested())
    comments = CommentsQuery(limit=LIMIT_MAX, status="open", format="markdown")
    return CachedRead(LIST_COMMENTS.tolerant_listing, (space,), comments, is_refresh_requested())


def _missing_message(missing: int) -> str:
    return ngettext(
        "%(n)s selected item is not listed in the inbox any more, so it is left out.",
        "%(n)s selected items are not listed in the inbox any more, so they are left out.",
        missing,
    )


def _redirect_without_selection(organization_id: str, selection: Selection[ReadItem]) -> Response:
    told = NOT_APPLICABLE if selection.others else GONE if request.values.getlist("item") else NOTHING
    words = gettext(told, button=gettext(requested_action(ACTS)[1].button))
    return redirect_info(words, url_for("inbox.index", organization_id=organization_id))


def _render(organization_id: str, selection: Selection[ReadItem], form: SelectionForm) -> Response:
    if not selection.changing:
        return _redirect_without_selection(organization_id, selection)
    selection.seal_into(form)
    do, act = requested_action(ACTS)
    return page(
        "inbox_bulk/review.html",
        form=form,
        do=do,
        act=act,
        items=selection.changing,
        others=len(selection.others),
        gone=_missing_message(selection.missing) if selection.missing and not form.problems else "",
    )


def _is_comment(item: InboxItem) -> bool:
    return item.kind == COMMENTS and item.space.may("comment")


def _is_request(item: InboxItem) -> bool:
    return item.kind == REQUESTS and item.space.may("edit")


def _resolve_changes(organization_id: str, item: ReadItem, _: Reviewers) -> Iterator[Change[Any]]:
    name = item.row.author or gettext("somebody")
    summary = gettext("Resolve a comment of %(name)s in %(space)s", name=name, space=item.row.space.called)
    ids, subject = (item.row.space.id, item.told.id), Subject(COMMENT.one, item.told.id, item.row.title)
    yield Change(UPDATE_COMMENT, ids, subject, summary, CommentUpdate(resolved=True), organization=organization_id)


def _status_changes(status: str, summary: str) -> Callable[[str, ReadItem, Reviewers], Iterator[Change[Any]]]:
    def changes(organization_id: str, item: ReadItem, _: Reviewers) -> Iterator[Change[Any]]:
        words = gettext(summary, title=item.row.title, space=item.row.space.called)
        body = ChangeRequestUpdate(status=status)
        yield Change(
            UPDATE_CHANGE_REQUEST, _path_ids(item), _build_subject(item), words, body, organization=organization_id
        )

    return changes


def _update_changes(organization_id: str, item: ReadItem, _: Reviewers) -> Iterator[Change[Any]]:
    summary = gettext(
        "Update the change request %(title)s from %(space)s", title=item.row.title, space=item.row.space.called
    )
    yield Change(PULL_INTO_CHANGE_REQUEST, _path_ids(item), _build_subject(item), summary, organization=organization_id)


def _review_changes(organization_id: str, item: ReadItem, reviewers: Reviewers) -> Iterator[Change[Any]]:
    """Build one change per reviewer, so that those whom somebody else has already asked can be skipped."""
    for user, name in (names_by_id(reviewers) if reviewers else {}).items():
        summary = gettext(
            "Ask %(names)s to review the change request %(title)s of %(space)s",
            names=name,
            title=item.row.title,
            space=item.row.space.called,
        )
        body = ReviewersRequest(users=[user])
        yield Change(
            REQUEST_REVIEWERS, _path_ids(item), _build_subject(item), summary, body, organization=organization_id
        )


def _path_ids(item: ReadItem) -> tuple[str, str]:
    """Return the ids that a change request's own page sends too, so that the journal finds changes from both."""
    return item.row.space.id, item.told.id


def _build_subject(item: ReadItem) -> Subject:
    return Subject(CHANGE_REQUEST.one, item.told.id, item.row.title)


ACTS: Mapping[str, InboxAct] = {
    "resolve": InboxAct(
        N_("Resolve comments"),
        lambda n: ngettext("Resolve %(n)s comment", "Resolve %(n)s comments", n),
        N_("Resolved comments leave the lists of open ones. You can open each of them again, or undo all together."),
        N_("Resolve comments…"),
        _is_comment,
        _resolve_changes,
    ),
    "update": InboxAct(
        N_("Update change requests"),
        lambda n: ngettext("Update %(n)s change request", "Update %(n)s change requests", n),
        N_("Each outdated change request takes in what its space shows now. An update can't be undone."),
        N_("Update from space…"),
        lambda item: _is_request(item) and item.item.is_outdated,
        _update_changes,
        CALLS,
    ),
    "review": InboxAct(
        N_("Request reviews"),
        lambda n: ngettext("Request reviews of %(n)s change request", "Request reviews of %(n)s change requests", n),
        N_("Each person is asked to review each change request. This can't be undone."),
        N_("Request reviews…"),
        _is_request,
        _review_changes,
        CALLS,
        asks=True,
    ),
    "draft": InboxAct(
        N_("Set to draft"),
        lambda n: ngettext("Set %(n)s change request to draft", "Set %(n)s change requests to draft", n),
        N_("Drafts are still being written, so they leave the inbox. You can open each of them again, or undo all."),
        N_("Set to draft…"),
        _is_request,
        _status_changes("draft", N_("Set %(title)s in %(space)s to draft")),
    ),
    "archive": InboxAct(
        N_("Archive change requests"),
        lambda n: ngettext("Archive %(n)s change request", "Archive %(n)s change requests", n),
        N_("Archived change requests change nothing in their space. You can open each of them again, or undo all."),
        N_("Archive…"),
        _is_request,
        _status_changes("archived", N_("Archive %(title)s in %(space)s")),
    ),
}
