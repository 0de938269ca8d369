"""Pages of spaces: the list, a CSV file, and one space."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import Blueprint, g, request
from werkzeug.wrappers import Response

from blueprints.spaces.overview import (
    ShownSpace,
    SpaceSites,
    edit_mode_label,
    git_provider_label,
    load_space_facts,
    read_space,
    read_space_sites,
)
from contract.publishing.sites import Site
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext, has_words, sort_key
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.web.directory.entries import DirectoryEntry, build_entries, download_name
from masthead.web.directory.places import COLLECTION, SPACE, access_url, list_places, title_order
from masthead.web.frame.pages import page
from masthead.web.frame.sorting import requested_order, sort_rows
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

blueprint = Blueprint("spaces", __name__, url_prefix="/orgs/<organization_id>/spaces")
blueprint.app_context_processor(load_space_facts)
blueprint.add_app_template_global(lambda: g.space_facts, "space_facts")
ROWS = 100
SHOW = {
    "live": N_("Live edits"),
    "locked": N_("Change requests only"),
    "git": N_("Synced with Git"),
    "unshown": N_("On no site"),
}
MAX_SPACES = 5000
"""The most objects of any kind that the directory stores for one person."""
HEADINGS = ("title", "spaceId", "collection", "collectionId", "editMode", "repository", "sites", "seen")
NOT_READ = N_("not read")


class SpaceRow(NamedTuple):
    """A space in a list. `told` is the space as a site reports it; None if no site that shows it was read."""

    known: KnownObject
    collection: str
    told: ShownSpace | None

    @property
    def id(self) -> str:
        return self.known.id

    @property
    def title(self) -> str:
        return self.known.title or self.known.id

    @property
    def edit_mode_label(self) -> str:
        """The edit mode's label; empty if no site reported it."""
        return edit_mode_label(self.told.space) if self.told else ""

    @property
    def repository(self) -> tuple[str, str]:
        """The synced repository's name and Git provider; both empty if there is none."""
        git = value_or_none(self.told.space.gitSync) if self.told else None
        return (value_or_none(git.repoName) or gettext("On"), git_provider_label(git)) if git else ("", "")

    @property
    def sites(self) -> list[Site]:
        return self.told.sites if self.told else []


ORDERS: Mapping[str, Callable[[SpaceRow], Any]] = {
    "title": lambda row: sort_key(row.title),
    "collection": lambda row: (not row.collection, sort_key(row.collection)),
    "editing": lambda row: (row.edit_mode_label, sort_key(row.title)),
    "git": lambda row: (not row.repository[0], sort_key(row.repository[0])),
    "sites": lambda row: [sort_key(site.title) for site in row.sites],
    "seen": lambda row: -row.known.last_seen,
}
FILTERS = ("q", "collection", "site", "show")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """List the spaces in the person's directory that match the filters, 100 per page."""
    where = read_space_sites(organization_id)
    api().save_observations()  # so that the directory includes what this page has read
    everything, filters, number = list_known_spaces(organization_id, where), _parse_filters(), get_page_number()
    rows = sort_rows(filter_rows(everything, filters, where), ORDERS)
    some = rows[(number - 1) * ROWS : number * ROWS]
    return page(
        "spaces/index.html",
        fragment="rows",
        where=where,
        lines=list(build_table_lines(organization_id, some)),
        count=len(rows),
        total=len(everything),
        filters=filters,
        order=requested_order(ORDERS),
        collections=list_collections(everything),
        choices=[(name, gettext(label)) for name, label in SHOW.items()],
        number=number,
        more=number * ROWS < len(rows),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    where = read_space_sites(organization_id)
    api().save_observations()
    rows = sort_rows(filter_rows(list_known_spaces(organization_id, where), _parse_filters(), where), ORDERS)
    return csv_response([HEADINGS, *csv_cells(rows)], download_name("spaces", organization_id))


def _parse_filters() -> dict[str, str]:
    asked = {name: request.args.get(name, "").strip() for name in FILTERS}
    return {name: value for name, value in asked.items() if value and (name != "show" or value in SHOW)}


@blueprint.get("/<space_id>")
@signed_in
def show(organization_id: str, space_id: str) -> Response:
    return page("spaces/show.html", found=(found := read_space(organization_id, space_id)), space=found.place)


def list_known_spaces(organization_id: str, where: SpaceSites) -> list[SpaceRow]:
    """Return the organization's spaces in the person's directory: pinned first, then by title. Raises StoreError."""
    sought = DirectoryQuery(organization_id, (SPACE,))
    found = portal().store.directory.find(person().owner, sought, limit=MAX_SPACES)
    places = list_places(organization_id, MAX_SPACES)
    here = {each.id for each in places if each.kind == SPACE}
    titles = {each.id: each.called for each in places if each.kind == COLLECTION}
    return [
        SpaceRow(each, titles.get(each.parent, each.parent), where.spaces.get(each.id))
        for each in sorted(found, key=title_order)
        if each.id in here
    ]


def filter_rows(rows: Iterable[SpaceRow], filters: Mapping[str, str], where: SpaceSites) -> list[SpaceRow]:
    return [
        row
        for row in rows
        if has_words(filters.get("q", ""), row.title, row.id)
        and filters.get("collection", row.known.parent) == row.known.parent
        and ("site" not in filters or filters["site"] in {site.id for site in row.sites})
        and ("show" not in filters or _matches_choice(row, filters["show"], where))
    ]


def _matches_choice(row: SpaceRow, asked: str, where: SpaceSites) -> bool:
    match asked:
        case "live":
            return row.told is not None and row.told.space.editMode == "live"
        case "locked":
            return row.told is not None and row.told.space.editMode == "locked"
        case "git":
            return bool(row.repository[0])
        case _:
            return where.is_complete and not row.sites


def list_collections(rows: Iterable[SpaceRow]) -> list[tuple[str, str]]:
    """Return the id and title of each collection that contains one of the spaces, sorted by title."""
    found = {row.known.parent: row.collection for row in rows if row.known.parent}
    return sorted(found.items(), key=lambda each: sort_key(each[1]))


def build_table_lines(organization_id: str, rows: Sequence[SpaceRow]) -> Iterator[tuple[SpaceRow, DirectoryEntry, str]]:
    """Yield each row with its directory entry and its collection's URL (empty if it is in none)."""
    for row, entry in zip(rows, build_entries([each.known for each in rows]), strict=True):
        above = access_url(organization_id, COLLECTION, row.known.parent) if row.known.parent else ""
        yield row, entry, above


def csv_cells(rows: Sequence[SpaceRow]) -> Iterator[tuple[str, ...]]:
    for row, entry in zip(rows, build_entries([each.known for each in rows]), strict=True):
        titles = ", ".join(site.title for site in row.sites)
        not_read = gettext(NOT_READ)
        told = (row.edit_mode_label or not_read, row.repository[0], titles) if row.told else (not_read,) * 3
        yield (row.title, row.id, row.collection, row.known.parent, *told, entry.provenance)
