"""Results of a bulk change: changed pages and URLs, a report, and concurrent changes by others."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import g, url_for

from blueprints.bulk_changes.labels import is_unstarted, was_stopped
from contract.authoring.custom_fields import UPDATE_CUSTOM_FIELD_VALUES
from contract.publishing.share_links import CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK
from masthead.bulk.goals.members import KIND as MEMBERS
from masthead.bulk.goals.settings import CALLS, ITEMS
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.goals.structure import read_goal
from masthead.client import Problem
from masthead.i18n import N_, gettext, join_and, ngettext
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import Entry, State
from masthead.structure.describe import address_change_message, differences, get_addresses
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.person.portal import portal
from masthead.writes.timeline import is_conflicting

SHARE_LINK_CALLS = {each.name for each in (CREATE_SHARE_LINK, DELETE_SHARE_LINK, UPDATE_SHARE_LINK)}
PAGES = {
    STRUCTURE: (N_("View structure"), "structure.show"),
    MEMBERS: (N_("View team"), "teams.show"),
    "roles": (N_("View access"), "access_matrix.index"),
    ITEMS: (N_("View inbox"), "inbox.index"),
    CALLS: (N_("View inbox"), "inbox.index"),
}
"""Label and endpoint by the kind of bulk change."""
IDS = {STRUCTURE: ("site_id", "site"), MEMBERS: ("team_id", "team")}
"""The endpoint's parameter, and the key of its value in the wanted state."""
MAX_ROWS, MAX_NAMED = 200, 10
UNCHANGED = N_("No reader's address changed.")
NOT_KNOWN = N_("It isn't known whether readers' addresses changed: nothing shows them.")
NOT_COMPARED = N_(
    "It isn't known whether readers' addresses changed: Masthead compares them when a bulk change ends by itself."
)
MESSAGES = {
    State.SAVED: N_("%(author)s: %(summary)s."),
    State.UNDER_WAY: N_("%(author)s: %(summary)s. This is under way."),
}
MAYBE = N_("%(author)s: %(summary)s. It isn't known whether this was saved.")
LOOK_SECONDS = 3


def changed_page_link(bulk: BulkChange, steps: Sequence[Step]) -> tuple[str, str]:
    """Return label and URL of the page that was changed; `steps` are some of the steps."""
    label, endpoint = PAGES.get(bulk.purpose.kind) or _settings_page(steps)
    ids = _page_ids(bulk)
    if endpoint == "sites.show":
        ids = {"site_id": steps[0].intent.ids[1]}
    return gettext(label), url_for(endpoint, organization_id=bulk.purpose.organization, **ids)


def result_links(bulk: BulkChange) -> dict[str, Any]:
    """Build the page's links: a report, a list to correct, a draft of the rest; empty for missing links."""
    here = {"organization_id": bulk.purpose.organization, **_page_ids(bulk)}
    is_list, is_structure = bulk.purpose.kind == MEMBERS, bulk.purpose.kind == STRUCTURE
    ended, given = bulk.finished_at is not None, bulk.purpose.wanted if is_list else {}
    is_left = ended and (was_stopped(bulk) or bool(bulk.differences))
    listed = {"list": given.get("list"), "mode": given.get("mode")}
    return {
        "report": url_for("roster.report", **here, number=bulk.number) if is_list else "",
        "anew": url_for("roster.ask", **here, **listed) if is_list and ended and not bulk.purpose.undoes else "",
        "listed": listed,
        "invite": url_for("settings.show", organization_id=bulk.purpose.organization, _anchor="invite-link"),
        "again": url_for("structure.redraft", **here) if is_structure and is_left else "",
        "keeps_unsent": is_structure,  # as a draft, once it has ended
    }


def _page_ids(bulk: BulkChange) -> dict[str, Any]:
    if bulk.purpose.kind not in IDS:
        return {}
    parameter, key = IDS[bulk.purpose.kind]
    return {parameter: bulk.purpose.wanted[key]}


def _settings_page(steps: Sequence[Step]) -> tuple[str, str]:
    endpoints = {step.intent.endpoint for step in steps}
    if endpoints & SHARE_LINK_CALLS:
        return N_("View share links"), "link_register.index"
    if UPDATE_CUSTOM_FIELD_VALUES.name in endpoints:
        return N_("View values"), "field_values.index"
    is_one = len({step.intent.ids[1] for step in steps}) == 1
    return (N_("View site"), "sites.show") if is_one else (N_("View sites"), "sites.index")


class AddressReport(NamedTuple):
    """A summary with changed addresses as title, before and after.

    `more` counts further ones that changed.
    """

    told: str
    rows: Sequence[tuple[str, str, str]] = ()
    more: int = 0
    unknown: str = ""
    is_compared: bool = True


def build_address_report(bulk: BulkChange) -> AddressReport | None:
    """Build the report; None if there is nothing to report yet."""
    if bulk.purpose.kind != STRUCTURE:
        return None
    if is_unstarted(bulk) and bulk.steps:
        goal = read_goal(bulk)
        told = address_change_message(differences(goal.base, goal.wanted))
        return AddressReport(told, is_compared=False) if told else None
    if bulk.finished_at is None or not bulk.counts.get(StepState.DONE):
        return None
    found = get_addresses(bulk)
    if found is None:
        return AddressReport(gettext(NOT_COMPARED), is_compared=False)
    if not found.changed and not found.same:
        return AddressReport(gettext(NOT_KNOWN), is_compared=False)
    rows = [(each.title, each.before, each.after) for each in found.changed]
    changed = ngettext("The address of %(n)s space changed.", "The addresses of %(n)s spaces changed.", len(rows))
    more, unknown = max(0, len(rows) - MAX_ROWS), _unknown_message(found.unknown)
    return AddressReport(changed if rows else gettext(UNCHANGED), rows[:MAX_ROWS], more, unknown)


def _unknown_message(titles: Sequence[str]) -> str:
    if not titles:
        return ""
    more = len(titles) - MAX_NAMED
    named = titles if more <= 0 else [*titles[:MAX_NAMED], ngettext("%(n)s more", "%(n)s more", more)]
    return gettext(
        "It isn't known whether the address of %(spaces)s changed: nothing shows it.",
        spaces=join_and(named),
    )


def list_concurrent_changes(bulk: BulkChange) -> tuple[list[str], int | None]:
    """List others' changes concurrent with a bulk change that has ended, for administrators only.

    The page refreshes after the returned number of seconds.
    """
    if bulk.finished_at is None:
        return [], None
    pairs = portal().store.journal.list_concurrent_pairs(bulk.purpose.organization, bulk.number)
    found = {other.number: other for own, other in pairs if is_conflicting(own, other)}.values()
    if not found or not _is_administrator(bulk.purpose.organization):
        return [], None
    goes_on = any(each.outcome.state is State.UNDER_WAY for each in found)
    return [*map(_describe_change, found)], LOOK_SECONDS if goes_on else None


def _describe_change(entry: Entry) -> str:
    author = entry.name or gettext("Somebody else")
    return gettext(MESSAGES.get(entry.outcome.state, MAYBE), author=author, summary=entry.intent.summary)


def _is_administrator(organization_id: str) -> bool:
    try:
        if "organization" not in g:  # a part of the page is shown without a read of the organization
            load_organization(organization_id)
    except Problem:
        return False
    return has_permission("admin")
