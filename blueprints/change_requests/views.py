"""Pages of a space's change requests: the list, a request with its changes, and a PDF."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from math import ceil
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.change_requests.change_request_forms import MergeForm
from blueprints.change_requests.comparison import PAGES_AT_ONCE, list_change_kinds, read_text, read_texts
from blueprints.change_requests.facts import RequestFacts
from blueprints.change_requests.reads import (
    RequestPage,
    list_people_choices,
    list_tabs,
    parse_filters,
    read_request_list,
    read_request_page,
    request_facts,
    request_read,
)
from contract.authoring.change_requests import GET_CHANGE_REQUEST_PDF, MERGE_CHANGE_REQUEST, ChangeRequest, PdfQuery
from contract.authoring.pages import SpacePage
from contract.schema.fields import value_or_none
from masthead.client import NotFound, Problem, Read
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.revisions import FileChange, PageChange
from masthead.store.entries import Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.web.directory.places import SPACE, find_place
from masthead.web.forms.forms import PageForm
from masthead.web.frame.organization import gather_in_organization, has_permission, or_raise
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.frame.templating import day, web_address
from masthead.web.http.paths import get_page_number
from masthead.web.http.responses import wants_fragment
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.places import back_link_context
from masthead.web.submit.review import MAX_REASON_LENGTH

blueprint = Blueprint(
    "change_requests", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests"
)
blueprint.add_app_template_global(request_facts)
KINDS = {
    "text": (N_("Text changed"), "quiet", "pencil"),
    "added": (N_("Added"), "good", "plus-lg"),
    "removed": (N_("Removed"), "bad", "trash"),
    "renamed": (N_("Renamed"), "quiet", "pencil"),
    "moved": (N_("Moved"), "quiet", "arrows-move"),
    "address": (N_("Address changed"), "warn", "link-45deg"),
    "settings": (N_("Settings changed"), "quiet", "sliders"),
}
"""Label, kind and icon of a badge by kind of change."""
INBOX_PANE = "inbox-item"
VIEWS = {"": N_("Rendered"), "source": N_("Source"), "side": N_("Side by side")}
ONLY_SPACE = N_("Only the space changed this page, after the change request started.")
SPACE_ADDED = N_("The space added this page after the change request started.")
SPACE_REMOVED = N_("The space removed this page after the change request started.")
FACTS = {
    "description": N_("description"),
    "emoji": N_("emoji"),
    "icon": N_("icon"),
    "type": N_("type"),
    "hidden": N_("shown in the navigation"),
    "noIndex": N_("search engines"),
    "noRobotsIndex": N_("search engines"),
    "layout": N_("layout"),
    "cover": N_("cover"),
    "href": N_("link target"),
    "target": N_("link target"),
    "computed": N_("computed content"),
}


@blueprint.get("")
@signed_in
def index(organization_id: str, space_id: str) -> Response:
    place, wanted = find_place(organization_id, SPACE, space_id), parse_filters()
    listing = read_request_list(organization_id, space_id, wanted)
    rows = [RequestFacts(each) for each in listing.value.items]
    return page(
        "change_requests/index.html",
        fragment="rows",
        space=place,
        listing=listing,
        rows=rows,
        wanted=wanted,
        statuses=list_tabs(rows, wanted),
        people=list_people_choices(organization_id, rows, wanted.contributor),
    )


@blueprint.get("/<change_request_id>")
@signed_in
def show(organization_id: str, space_id: str, change_request_id: str) -> Response:
    return show_page(read_request_page(organization_id, space_id, change_request_id), PageForm())


def show_page(found: RequestPage, form: PageForm) -> Response:
    """Render the page with the texts of up to ten pages. `form` has errors of a failed action."""
    show, number = request.args.get("show", ""), get_page_number()
    show = show if show in KINDS else ""
    changes = found.comparison.pages_of_kind(show)
    some = changes[(number - 1) * PAGES_AT_ONCE : number * PAGES_AT_ONCE]
    texts = read_texts(found.space.id, found.facts.number, some)
    merging = MergeForm(formdata=None)
    merging.set_shown_state(found)
    counts = [(kind, gettext(label), found.comparison.count(kind)) for kind, (label, *_) in KINDS.items()]
    return page(
        "change_requests/show.html",
        fragment="changes",
        form=form,
        shown_in=INBOX_PANE if wants_fragment(INBOX_PANE) else "",
        merging=merging,
        longest_reason=MAX_REASON_LENGTH,
        intent=intent_message(found),
        found=found,
        facts=found.facts,
        space=found.space,
        remembered=found.read,
        show=show,
        **_view_context(),
        kinds=[each for each in counts if each[-1]],
        total=len(changes),
        changes=[(each, page_title(each.page), _list_badges(each), list(describe_page_change(each))) for each in some],
        meanwhile=[space_changes_message(found.facts.request, each) for each in some],
        files=[(each.file, file_badge(each)) for each in found.comparison.difference.files],
        texts=texts,
        number=number,
        pages=ceil(len(changes) / PAGES_AT_ONCE),
        **back_link_context(),
    )


@blueprint.get("/<change_request_id>/changes/<changed_id>")
@signed_in
def changed_page(organization_id: str, space_id: str, change_request_id: str, changed_id: str) -> Response:
    """Show the changes of one page, with the unchanged text if requested."""
    found = read_request_page(organization_id, space_id, change_request_id)
    change = next((each for each in found.comparison.difference.pages if each.page.id == changed_id), None)
    if change is None:
        raise NotFound(gettext("This change request changes nothing of this page."))
    whole = request.args.get("text") == "whole"
    return page(
        "change_requests/page.html",
        found=found,
        facts=found.facts,
        space=found.space,
        remembered=found.read,
        change=change,
        title=page_title(change.page),
        badges=_list_badges(change),
        told=list(describe_page_change(change)),
        meanwhile=space_changes_message(found.facts.request, change),
        **_view_context(),
        text=read_text(space_id, found.facts.number, change, whole=whole) if change.has_texts else None,
        whole=whole,
    )


@blueprint.get("/<change_request_id>/pdf")
@signed_in
def pdf(organization_id: str, space_id: str, change_request_id: str) -> Response:
    """Show a link to a PDF of the whole content or of one page. The URL is new each time."""
    place, ids = find_place(organization_id, SPACE, space_id), (space_id, change_request_id)
    page_id, only = request.args.get("page", ""), request.args.get("only") == "true"
    query = PdfQuery.model_validate(({"page": page_id} if page_id else {}) | ({"only": True} if only else {}))
    read, made = gather_in_organization(organization_id, request_read(*ids), Read(GET_CHANGE_REQUEST_PDF, ids, query))
    return page(
        "change_requests/pdf.html",
        space=place,
        facts=RequestFacts(or_raise(read).value),
        address=None if isinstance(made, Problem) else web_address(made.url),
        why=unread_message(made) if isinstance(made, Problem) else "",
        page_id=page_id,
        only=only,
    )


def _view_context() -> dict[str, Any]:
    """Return the text view that the query selects (empty for the rendered one), and the labels of all views."""
    view = request.args.get("view", "")
    return {"view": view if view in VIEWS else "", "views": {each: gettext(label) for each, label in VIEWS.items()}}


def intent_message(found: RequestPage) -> str:
    """Say who wants to change how many pages. Leaves out pages that only the space has changed since."""
    facts, difference = found.facts, found.comparison.difference
    author = facts.author or gettext("Somebody")
    if facts.is_merged:
        if (merge := _find_merge(found)) is None:
            return gettext("%(author)s started it. It was merged.", author=author)
        by = merge.name or gettext("Somebody")
        return gettext("%(author)s started it. %(by)s merged it on %(at)s.", author=author, by=by, at=day(merge.at))
    spaces = {gettext(each) for each in (ONLY_SPACE, SPACE_ADDED, SPACE_REMOVED)}
    pages = [each for each in difference.pages if space_changes_message(facts.request, each) not in spaces]
    added, removed = sum(each.is_added for each in pages), sum(each.is_removed for each in pages)
    changed = len(pages) - added - removed
    parts = (
        ngettext("add %(n)s page", "add %(n)s pages", added) if added else "",
        ngettext("change %(n)s page", "change %(n)s pages", changed) if changed else "",
        ngettext("remove %(n)s page", "remove %(n)s pages", removed) if removed else "",
        ngettext("change %(n)s file", "change %(n)s files", len(difference.files)) if difference.files else "",
    )
    if not any(parts):
        return gettext("Started by %(author)s", author=author)
    return gettext("%(author)s wants to %(changes)s", author=author, changes=join_and([each for each in parts if each]))


def _find_merge(found: RequestPage) -> Entry | None:
    """Find the merge in the journal, which has those through Masthead, and shows people their own."""
    owner = None if has_permission("admin") else person().owner
    endpoints, states = [MERGE_CHANGE_REQUEST.name], [State.SAVED]
    wanted = JournalQuery(
        found.organization, owner, endpoints=endpoints, object_id=found.facts.request.id, states=states
    )
    with suppress(StoreError):
        return next(iter(portal().store.journal.entries(wanted, limit=1)), None)
    return None


def _list_badges(change: PageChange) -> list[tuple[str, str, str]]:
    return [(gettext(label), look, icon) for label, look, icon in map(KINDS.__getitem__, list_change_kinds(change))]


def space_changes_message(request: ChangeRequest, change: PageChange) -> str:
    """Describe how the space has changed the page since; empty if timestamps show no such change.

    After an update from the space, a page may have a recent timestamp although the request doesn't change it.
    """
    if not request.outdated:
        return ""
    started, is_updated = request.createdAt, value_or_none(request.revisionMergedAncestor) is not None
    if change.before is None or change.after is None:
        return _added_or_removed_message(change, started)
    proposed, space = _edit_time(change.after.page), _edit_time(change.before.page)
    is_placed = change.is_moved or change.is_readdressed
    if proposed and proposed < started and not is_placed:
        return gettext(ONLY_SPACE)
    if space is None or space <= started:
        return ""
    if proposed and proposed >= started and not is_updated:
        return gettext("The space changed this page too, after the change request started.")
    return gettext("The space changed this page after the change request started.")


def _added_or_removed_message(change: PageChange, started: datetime) -> str:
    """Describe a page that exists on one side only; its creation time shows which side added or removed it."""
    created = value_or_none(change.page.createdAt)
    was_there = created is not None and created < started
    if change.is_added:
        return gettext(SPACE_REMOVED) if was_there else ""
    if created and not was_there:
        return gettext(SPACE_ADDED)
    edited = _edit_time(change.page)
    if edited and edited > started:
        return gettext("The space changed this page after the change request started.")
    return ""


def _edit_time(page: SpacePage) -> datetime | None:
    return value_or_none(page.updatedAt)


def page_title(page: SpacePage) -> str:
    return page.title.strip() or page.id


def describe_page_change(change: PageChange) -> Iterator[str]:
    """Describe a page's changes other than to its text: title, place, address and settings."""
    before, after = change.before, change.after
    if before is None or after is None:
        return
    if change.is_renamed:
        yield gettext("Title: “%(old)s” becomes “%(new)s”", old=page_title(before.page), new=page_title(after.page))
    if change.is_moved:
        yield _move_message(before.above, after.above, same=before.parent == after.parent)
    if change.is_readdressed:
        yield gettext("Address: %(old)s becomes %(new)s", old=_path_value(before.page), new=_path_value(after.page))
    if change.facts:
        names = ", ".join(dict.fromkeys(gettext(FACTS[each]) for each in change.facts))
        yield gettext("Settings: %(names)s", names=names)


def _move_message(before: tuple[str, ...], after: tuple[str, ...], *, same: bool) -> str:
    if same:
        return gettext("Place: another position among the same pages")
    return gettext("Place: from %(old)s to %(new)s", old=_path_label(before), new=_path_label(after))


def _path_label(titles: tuple[str, ...]) -> str:
    return " > ".join(titles) or gettext("the top")


def _path_value(page: SpacePage) -> str:
    return value_or_none(page.path) or value_or_none(page.slug) or gettext("none")


def file_badge(change: FileChange) -> tuple[str, str, str]:
    """Return the label, kind and icon of the badge for a changed file."""
    if change.before is None:
        return gettext("Added"), "good", "plus-lg"
    if change.after is None:
        return gettext("Removed"), "bad", "trash"
    return gettext("Changed"), "quiet", "pencil"
