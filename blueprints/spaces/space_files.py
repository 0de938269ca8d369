"""The files of a space or of a change request: size, kind, the pages that use them, and pictures.

The portal fetches pictures itself, so that the reader's browser contacts no other host.
"""

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.spaces.content import SpaceContent, find_content
from blueprints.spaces.tree import PageTree
from contract.authoring.pages import SpaceFile
from contract.schema.endpoint import Listing, NextPage
from contract.schema.fields import value_or_none
from contract.schema.references import EmbeddedResource, Reference
from fetching.failures import FetchError
from fetching.fetcher import Fetcher
from fetching.rules import ApiFiles
from masthead.client import Cached, NotFound, Problem
from masthead.i18n import N_, format_number, gettext, has_words, sort_key
from masthead.web.directory.entries import get_search_text
from masthead.web.frame.organization import (
    gather_in_organization,
    is_refresh_requested,
    or_raise,
    read_further_pages,
    read_in_organization,
)
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.http.paths import get_page_number, parse_int
from masthead.web.http.request_lock import lock_released
from masthead.web.http.responses import wants_fragment
from masthead.web.markdown.render import heading_anchor
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal

blueprint = Blueprint("space_files", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/files")
proposed_files = Blueprint(
    "proposed_files",
    __name__,
    url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests/<change_request_id>/files",
)
"""Files of a space as a change request would leave them."""
ROWS = 100
MAX_PAGES = 3
"""Pages of 1,000 files that one list reads."""
MAX_CHECKED = 1000
"""The most files of a list whose uses are read."""
AT_ONCE, SECONDS_A_PAGE = 7, 3.0
KIND_LABELS = {"image": N_("Images"), "video": N_("Video"), "audio": N_("Audio"), "other": N_("Other files")}
UNITS = ("B", "kB", "MB", "GB")
STEP = 1000


class FileRow(NamedTuple):
    """A file. `used` counts the references to it, None if not read. `more` is true if there are others."""

    file: SpaceFile
    used: int | None
    more: bool = False

    @property
    def kind(self) -> str:
        """A key of `KIND_LABELS`."""
        kind = (value_or_none(self.file.contentType) or "").partition("/")[0]
        return kind if kind in KIND_LABELS else "other"

    @property
    def size(self) -> str:
        """The size with its unit; empty if the API doesn't report it."""
        size = value_or_none(self.file.size)
        return "" if size is None else size_label(size)

    @property
    def dimensions(self) -> str:
        """Width and height in pixels; empty if the API doesn't report them."""
        found = value_or_none(self.file.dimensions)
        return f"{found.width:g} × {found.height:g}" if found else ""


class UseCheck(NamedTuple):
    """Progress of reading where files are used: `done` of `total` files. `stopped` is the reason for an early stop."""

    done: int
    total: int
    stopped: str = ""

    @property
    def is_unfinished(self) -> bool:
        return self.done < self.total and not self.stopped


class FileUse(NamedTuple):
    """A page that refers to a file. `url` is empty if the API doesn't report the page."""

    title: str
    url: str
    section: str


def size_label(size: float) -> str:
    """Return a size with its unit, such as `512 B` or `1.2 MB`."""
    unit = 0
    while size >= STEP and unit < len(UNITS) - 1:
        size, unit = size / STEP, unit + 1
    return f"{format_number(size, decimals=min(unit, 1))} {UNITS[unit]}"


@blueprint.get("")
@proposed_files.get("")
@signed_in
def index(organization_id: str, space_id: str, change_request_id: str = "") -> Response:
    """List the files, starting with those known to be unused. `check` in the query: read uses from that index on."""
    content = find_content(organization_id, space_id, change_request_id)
    asked = content.files_read()
    read = read_further_pages(asked, or_raise(read_in_organization(content.organization, asked)), MAX_PAGES)
    files = read.items
    check = _check_uses(content, files[:MAX_CHECKED])
    rows, filters, number = _build_rows(content, files), _parse_filters(), get_page_number()
    found = [row for row in rows if _matches_filters(row, filters)]
    return page(
        "space_files/index.html",
        fragment="check" if wants_fragment("space_files-check") else "rows",
        source=content,
        space=content.space,
        remembered=read.first,
        rows=found[(number - 1) * ROWS : number * ROWS],
        count=len(found),
        total=len(files),
        size=size_label(sum(value_or_none(each.size) or 0 for each in files)),
        unused=sum(row.used == 0 for row in rows),
        unchecked=sum(row.used is None for row in rows),
        more_files=read.more,
        filters=filters,
        kinds=[(kind, gettext(label)) for kind, label in KIND_LABELS.items()],
        number=number,
        more=number * ROWS < len(found),
        check=check,
        again=wants_fragment("space_files-check") and "check" in request.args,
    )


@blueprint.get("/<file_id>")
@proposed_files.get("/<file_id>")
@signed_in
def show(organization_id: str, space_id: str, file_id: str, change_request_id: str = "") -> Response:
    content = find_content(organization_id, space_id, change_request_id)
    answer, uses, tree = gather_in_organization(
        content.organization,
        content.file_read(file_id),
        content.uses_read(file_id, refresh=is_refresh_requested()),
        content.tree_read(),
    )
    read = or_raise(answer)
    pages = PageTree(tree.value.pages if isinstance(tree, Cached) else [])
    items = uses.value.items if isinstance(uses, Cached) else []
    return page(
        "space_files/show.html",
        source=content,
        space=content.space,
        remembered=read,
        row=FileRow(read.value, None),
        uses=[_build_use(content, each, pages) for each in items],
        unread=unread_message(uses) if isinstance(uses, Problem) else "",
        more=isinstance(uses, Cached) and isinstance(uses.value.next, NextPage),
    )


def _build_rows(content: SpaceContent, files: Sequence[SpaceFile]) -> list[FileRow]:
    uses = _cached_uses(content, files[:MAX_CHECKED])
    rows = [_build_row(file, uses.get(file.id)) for file in files]
    return sorted(rows, key=lambda row: (row.used != 0, sort_key(row.file.name)))


def _build_row(file: SpaceFile, uses: Listing[Reference] | None) -> FileRow:
    return FileRow(file, None) if uses is None else FileRow(file, len(uses.items), isinstance(uses.next, NextPage))


def _cached_uses(content: SpaceContent, files: Sequence[SpaceFile]) -> dict[str, Listing[Reference]]:
    known = api().get_last_responses([content.uses_read(file.id) for file in files])
    return {file.id: found[0].value for file, found in zip(files, known, strict=True) if found is not None}


def _check_uses(content: SpaceContent, files: Sequence[SpaceFile]) -> UseCheck:
    """Read where files are used while there is time, starting from the index `check` in the query."""
    known = _cached_uses(content, files)
    begin = request.args.get("check", type=parse_int)
    waiting = [at for at, file in enumerate(files) if file.id not in known and at >= (begin or 0)]
    if begin is None or not waiting:
        return UseCheck(waiting[0] if waiting else len(files), len(files))
    until = time.monotonic() + SECONDS_A_PAGE
    for first in range(0, len(waiting), AT_ONCE):
        if time.monotonic() > until:
            return UseCheck(waiting[first], len(files))
        some = waiting[first : first + AT_ONCE]
        answers = api().gather(*(content.uses_read(files[at].id) for at in some))
        problems = [each for each in answers if isinstance(each, Problem)]
        if len(problems) == len(answers):
            return UseCheck(some[0], len(files), unread_message(problems[0]))
    return UseCheck(len(files), len(files))


def _parse_filters() -> dict[str, str]:
    kind, show = request.args.get("kind", ""), request.args.get("show", "")
    asked = {
        "q": get_search_text(),
        "kind": kind if kind in KIND_LABELS else "",
        "show": show if show == "unused" else "",
    }
    return {name: value for name, value in asked.items() if value}


def _matches_filters(row: FileRow, filters: Mapping[str, str]) -> bool:
    return (
        has_words(filters.get("q", ""), row.file.name)
        and filters.get("kind", row.kind) == row.kind
        and ("show" not in filters or row.used == 0)
    )


def _build_use(content: SpaceContent, reference: Reference, tree: PageTree) -> FileUse:
    told, place = reference.page, value_or_none(reference.internalLocation)
    page_id = told if isinstance(told, str) else value_or_none(told.id) if isinstance(told, EmbeddedResource) else None
    if page_id is None:
        return FileUse(gettext("A page without a name"), "", "")
    node = tree.get(page_id)
    title = value_or_none(told.title) if isinstance(told, EmbeddedResource) else None
    section = (value_or_none(place.anchor) or "") if place else ""
    anchor = heading_anchor(section) if section else None
    return FileUse(node.title if node else title or page_id, content.page_url(page_id, anchor), section)


pictures = Blueprint("pictures", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/pictures")
MAX_BYTES = 4_000_000
WEBP = "image/webp"
BEGINNINGS = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif", b"RIFF": WEBP}
"""Formats that run no scripts, by their first bytes. SVG is none of them."""


@pictures.get("", endpoint="show")
@signed_in
def show_picture(organization_id: str, space_id: str) -> Response:
    """Send the picture in the file `name`, from the change request `change_request` if it is in the query."""
    content = find_content(organization_id, space_id, request.args.get("change_request", ""))
    address = _download_url(content, request.args.get("name", ""))
    settings = portal().settings
    rules = ApiFiles(settings.api_base_url, elsewhere=settings.metadata_by_url)
    try:
        with lock_released():
            data = Fetcher(largest=MAX_BYTES, rules=rules).fetch(address).content
    except FetchError as error:
        raise NotFound from error
    kind = next((kind for begins, kind in BEGINNINGS.items() if data.startswith(begins)), None)
    if kind is None or (kind == WEBP and data[8:12] != b"WEBP"):
        raise NotFound
    return Response(data, mimetype=kind)


def _download_url(content: SpaceContent, name: str) -> str:
    """Return a file's download URL. Raises NotFound unless exactly one file has the name."""
    asked = content.files_read()
    (answer,) = api().gather(asked)
    files = read_further_pages(asked, or_raise(answer), MAX_PAGES).items
    addresses = [value_or_none(each.downloadURL) for each in files if each.name == name]
    if len(addresses) != 1 or not addresses[0]:
        raise NotFound
    return addresses[0]
