"""The layout around each page: banner, navigation, countdowns, the API's status, and the records for these."""

import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g, request, session, url_for
from flask_wtf.csrf import generate_csrf

from contract.schema.fields import value_or_none
from masthead.client import Stale, TimedOut, TooMany, Unreadable
from masthead.i18n import gettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.drafts.drafts import Draft, ParkedDraft
from masthead.store.errors import StoreError
from masthead.store.sso.enforcements import Countdown
from masthead.store.store import PageRecords
from masthead.structure.draft import read_draft
from masthead.structure.tree import UnreadableStructureError
from masthead.web.frame.fragment_cache import Html, render_part
from masthead.web.frame.navigation import Area, InboxCount, area_groups, get_inbox_count, navigation_place, open_areas
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import portal
from masthead.web.person.session import cookie_name, parked_cookie

CLOSED, MAX_CLOSED = "closed", 8


def visible_countdowns(countdowns: Iterable[Countdown]) -> list[Countdown]:
    """Filter countdowns: keep this person's own and those of the page's organization.

    If two people enforce single sign-on at the same time, they start two countdowns. Only the first is shown until one
    replaces the other.
    """
    who, organization = g.get("person"), g.get("organization")
    if who is None:
        return []
    its = organization.id if organization is not None and has_permission("admin") else None
    found = [
        each for each in countdowns if (each.owner == who.owner or each.organization == its) and _is_applicable(each)
    ]
    first = {each.organization: each.number for each in reversed(found) if each.end is None}
    return [each for each in found if each.end is not None or first[each.organization] == each.number]


def stopped_by_label(countdown: Countdown) -> str:
    """Name the person who stopped the countdown: `you`, a name, or `somebody`."""
    who = g.get("person")
    if who is not None and countdown.stopped_by == who.owner:
        return "you"
    return countdown.stopped_name or "somebody"


def countdowns_version(countdowns: Iterable[Countdown]) -> str:
    """Return a version for the shown countdowns. Empty while one is due, so that it is rendered again."""
    countdowns = list(countdowns)
    if any(each.is_due and each.end is None for each in countdowns):
        return ""
    return " ".join(f"{each.number}:{each.confirmed:d}:{each.end or ''}" for each in countdowns)


def hide_countdown(countdown: int) -> None:
    """Stop showing the result of this countdown in this browser."""
    session[CLOSED] = [*session.get(CLOSED, [])[1 - MAX_CLOSED :], countdown]


def _is_applicable(each: Countdown) -> bool:
    """Return whether a countdown still applies, given what this page has read about the organization."""
    if each.end is not None and each.number in session.get(CLOSED, ()):
        return False
    organization, read_now = g.get("organization"), "api" in g and g.api.trouble is None
    if organization is None or organization.id != each.organization or not read_now:
        return True
    on = value_or_none(organization.sso)
    return on is not True if each.end is not None else not (each.confirmed and on is False)


@dataclass(frozen=True, slots=True)
class ApiStatus:
    """The API's status. Times are Unix timestamps, or None if unknown.

    `ends_by_itself` means that the portal notices a recovery by itself; otherwise the next page notices it. `stale` is
    the part of the page that came from the cache. With `is_own`, the page shows the portal's own records.
    """

    title: str
    first: float | None = None
    last: float | None = None
    next_try: float | None = None
    ends_by_itself: bool = False
    stale: Stale | None = None
    is_own: bool = False


def mark_as_local() -> None:
    """Mark the page as current even without the API, since it shows the portal's own records."""
    g.shows_own = True


def unreadable_fields() -> list[str]:
    """List the fields in this page's responses that could not be read."""
    return sorted(g.api.left_out) if "api" in g else []


def find_api_status() -> ApiStatus | None:
    """Return the current fault. None if the API answered this page, or if nobody is signed in."""
    found = None if g.get("person") is None else _find_trouble()
    return found and replace(found, stale=g.api.stale if "api" in g else None, is_own="shows_own" in g)


def _find_trouble() -> ApiStatus | None:
    problem = g.api.trouble if "api" in g else None
    if isinstance(problem, TooMany):
        wait = problem.retry_after
        return ApiStatus(
            gettext("The documentation service asks Masthead to slow down."),
            next_try=None if wait is None else time.time() + wait,
        )
    if isinstance(problem, Unreadable):
        return ApiStatus(gettext("Masthead can't read the documentation service's answer."))
    if problem is not None:
        slow = gettext("The documentation service takes too long to answer.")
        return unreachable_status(slow if isinstance(problem, TimedOut) else "")
    silence = portal().transport.outage
    return unreachable_status() if silence is not None and silence.next_try is not None else None


def unreachable_status(title: str = "") -> ApiStatus:
    """Return the status for an API that doesn't respond."""
    title = title or gettext("The documentation service can't be reached.")
    silence, now = portal().transport.outage, time.time()
    if silence is None:
        return ApiStatus(title)
    next_try = None if silence.next_try is None else now + silence.next_try
    return ApiStatus(title, now - silence.first, now - silence.last, next_try, ends_by_itself=True)


THEMES = ("light", "dark")
MAX_VERSIONS = 600
"""Number of draft versions whose result is cached."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """Layout values. A `theme` of None follows the system; `palette` is the command palette's URL or empty.

    `bulk` is the person's newest unfinished bulk change in this organization, or None on pages about bulk changes.
    `parked` is input left in this browser by another session.
    """

    inbox_count: InboxCount | None
    palette: str
    theme: str | None
    demo: bool
    countdowns: list[Countdown]
    bulk: BulkChange | None
    drafts: Sequence[Draft] = field(repr=False)
    parked: Sequence[ParkedDraft] = field(repr=False)
    structures: Sequence[tuple[str, float]] = field(repr=False)

    @property
    def draft_count(self) -> int:
        """Count unsent drafts as “Your drafts” does: once per form, however often it was refused."""
        return len({draft.page for draft in self.drafts}) + len(self.parked) + len(self.structures)


def build_page_context() -> PageContext:
    """Read the records that the layout shows on this page."""
    count, theme = get_inbox_count(), request.cookies.get(cookie_name(current_app, "theme"))
    records = _read_records(count)
    return PageContext(
        None if records.reviews else count,
        _palette_context(),
        theme if theme in THEMES else None,
        portal().settings.demo,
        visible_countdowns(records.countdowns),
        records.bulk,
        records.drafts,
        records.parked,
        records.structures,
    )


def _read_records(count: InboxCount | None) -> PageRecords:
    who, organization = g.get("person"), g.get("organization")
    if who is None:
        return PageRecords()
    reviewed = ("", 0) if organization is None or count is None else (organization.id, count.entry)
    place = "" if organization is None or request.blueprint == "bulk_changes" else organization.id
    try:
        records = portal().store.page_records(who.owner, place, parked_cookie(), reviewed)
        structures = [each for each in records.structures if _is_draft_changed(who.owner, *each)]
    except StoreError:  # the page is worth more
        return PageRecords(reviews=True)
    return records._replace(structures=structures)


@lru_cache(MAX_VERSIONS)
def _is_draft_changed(owner: str, place: str, at: float) -> bool:  # noqa: ARG001 - its time distinguishes versions
    draft = portal().store.structure_drafts.find(owner, place)
    try:
        return draft is not None and read_draft(draft).changes_something
    except UnreadableStructureError:  # the page is worth more
        return True


def _palette_context() -> str:
    if g.get("person") is None:
        return ""
    organization = g.get("organization")
    return (
        url_for("search.anywhere") if organization is None else url_for("search.index", organization_id=organization.id)
    )


def render_banner(context: PageContext, here: str) -> Html:
    """Render the banner of the page at `here`."""
    person, organization = g.get("person"), g.get("organization")
    name, title = (person.name if person else None), (organization.title if organization else None)
    key = (person is not None, name, title, context.palette, context.theme, context.demo, context.draft_count)

    def values() -> dict[str, Any]:
        return {"person": person, "organization": organization, "context": context, "drafts": context.draft_count}

    return render_part("_banner.html", key, values, token=generate_csrf(), address=here)


def render_areas(context: PageContext) -> Html:
    """Render the navigation for the page's organization."""
    return render_part("_areas.html", _areas_cache_key(context), lambda: _areas_context(context))


def area_bar(context: PageContext) -> Html:
    """Render the bar at the bottom of the screen on phones."""
    return render_part("_area_bar.html", _areas_cache_key(context), lambda: _bar_context(context))


def _areas_cache_key(context: PageContext) -> tuple[Hashable, ...]:
    """Return everything that the navigation depends on."""
    count = context.inbox_count
    return (
        g.organization.id,
        g.organization.title,
        navigation_place(),
        open_areas(),
        None if count is None else (count.short, count.words),
    )


def _areas_context(context: PageContext) -> Mapping[str, Any]:
    return {"groups": area_groups(context.inbox_count), "organization": g.organization}


def _bar_context(context: PageContext) -> Mapping[str, Any]:
    found: list[Area] = [area for group in area_groups(context.inbox_count) for area in group.areas]
    return {
        "shown": [area for area in found if area.in_bar],
        "other": next((area for area in found if area.current and not area.in_bar), None),
    }


def init_app(app: Flask) -> None:
    """Register the layout's template functions."""
    app.jinja_env.globals.update(
        api_status=find_api_status,
        area_bar=area_bar,
        areas=render_areas,
        banner=render_banner,
        unreadable_fields=unreadable_fields,
    )
