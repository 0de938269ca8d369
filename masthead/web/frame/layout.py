"""The layout around each page: banner, navigation and the bar of phones, and the records they show."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from flask import Flask, current_app, g, request, url_for
from flask_wtf.csrf import generate_csrf

from masthead.store.bulk.steps import BulkChange
from masthead.store.drafts.drafts import Draft, ParkedDraft
from masthead.store.errors import StoreError
from masthead.store.sso.countdowns import Countdown
from masthead.store.store import PageRecords
from masthead.structure.draft import read_draft
from masthead.structure.tree import UnreadableStructureError
from masthead.web.frame.enforcement import visible_countdowns
from masthead.web.frame.fragment_cache import Html, render_part
from masthead.web.frame.inbox_count import InboxCount, get_inbox_count
from masthead.web.frame.navigation import Area, area_groups, navigation_place, open_areas
from masthead.web.person.portal import portal
from masthead.web.person.session import cookie_name, parked_cookie

THEMES = ("light", "dark")
MAX_VERSIONS = 600
"""How many draft versions we remember the result for."""


@dataclass(frozen=True, slots=True)
class PageContext:
    """Values of the layout: `theme` is None for the system's; `palette` is the command palette's URL or empty.

    `bulk` is the person's newest unfinished bulk change here, None on the pages of bulk changes. `parked` is the
    input that another session left in this browser.
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
        """Count unsent drafts as “Your drafts” lists them; each form counts once, however often refused."""
        return len({draft.page for draft in self.drafts}) + len(self.parked) + len(self.structures)

    @property
    def drafts_here(self) -> int:
        """Count the drafts of the page's organization."""
        organization = g.get("organization")
        if organization is None:
            return 0
        pages = [*{each.page for each in self.drafts}, *(one.draft.page for one in self.parked)]
        prefix = f"{url_for('organizations.show', organization_id=organization.id)}/"
        return sum(page.startswith(prefix) for page in pages) + sum(
            place.startswith(f"{organization.id}/") for place, _ in self.structures
        )


def build_page_context() -> PageContext:
    """Read the records that the layout shows on this page."""
    count, theme = get_inbox_count(), request.cookies.get(cookie_name(current_app, "theme"))
    records = _records(count)
    return PageContext(
        None if records.reviews else count,
        _palette(),
        theme if theme in THEMES else None,
        portal().settings.demo,
        visible_countdowns(records.countdowns),
        records.bulk,
        records.drafts,
        records.parked,
        records.structures,
    )


def _records(count: InboxCount | None) -> PageRecords:
    who, organization = g.get("person"), g.get("organization")
    if who is None:
        return PageRecords()
    reviewed = ("", 0) if organization is None or count is None else (organization.id, count.entry)
    place = "" if organization is None or request.blueprint == "bulk_changes" else organization.id
    try:
        records = portal().store.page_records(who.owner, place, parked_cookie(), reviewed)
        structures = [each for each in records.structures if _changes_something(who.owner, *each)]
    except StoreError:  # the page is worth more
        return PageRecords(reviews=True)
    return replace(records, structures=structures)


@lru_cache(MAX_VERSIONS)
def _changes_something(owner: str, place: str, at: float) -> bool:  # noqa: ARG001 - its time tells versions apart
    draft = portal().store.arrangements.find(owner, place)
    try:
        return draft is not None and read_draft(draft).changes_something
    except UnreadableStructureError:  # the page is worth more
        return True


def _palette() -> str:
    if g.get("person") is None:
        return ""
    organization = g.get("organization")
    return (
        url_for("command_palette.anywhere")
        if organization is None
        else url_for("command_palette.inside", organization_id=organization.id)
    )


def banner(context: PageContext, here: str) -> Html:
    """Render the banner of the page at `here`."""
    person, organization = g.get("person"), g.get("organization")
    name, title = (person.name if person else None), (organization.title if organization else None)
    key = (person is not None, name, title, context.palette, context.theme, context.demo, context.draft_count)

    def values() -> dict[str, Any]:
        return {"person": person, "organization": organization, "context": context, "drafts": context.draft_count}

    return render_part("_banner.html", key, values, token=generate_csrf(), address=here)


def areas(context: PageContext) -> Html:
    """Render the navigation of the page's organization."""
    return render_part("_areas.html", _key_of_areas(context), lambda: _values_of_areas(context))


def area_bar(context: PageContext) -> Html:
    """Render the bar at the bottom of phones."""
    return render_part("_area_bar.html", _key_of_areas(context), lambda: _values_of_bar(context))


def _key_of_areas(context: PageContext) -> tuple[Hashable, ...]:
    """Return everything that the navigation depends on."""
    count = context.inbox_count
    return (
        g.organization.id,
        g.organization.title,
        navigation_place(),
        open_areas(),
        None if count is None else (count.short, count.words),
    )


def _values_of_areas(context: PageContext) -> Mapping[str, Any]:
    return {"groups": area_groups(context.inbox_count), "organization": g.organization}


def _values_of_bar(context: PageContext) -> Mapping[str, Any]:
    found: list[Area] = [area for group in area_groups(context.inbox_count) for area in group.areas]
    return {
        "shown": [area for area in found if area.in_bar],
        "other": next((area for area in found if area.current and not area.in_bar), None),
    }


def init_app(app: Flask) -> None:
    """Register the layout's functions for templates."""
    app.jinja_env.globals.update(area_bar=area_bar, areas=areas, banner=banner)
