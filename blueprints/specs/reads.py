"""Reads API specifications, their versions and texts, and the differences between two versions."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from flask import request
from pydantic import MISSING

from blueprints.specs.facts import CREATE_SPECS, FAILING, STATES, SpecFacts, build_facts
from contract.authoring.content import LIST_PAGES, ContentQuery
from contract.authoring.openapi_specs import (
    GET_LATEST_VERSION,
    GET_LATEST_VERSION_CONTENT,
    GET_SPEC,
    GET_VERSION,
    GET_VERSION_CONTENT,
    LIST_SPEC_VERSIONS,
    LIST_SPECS,
    OpenAPISpec,
    OpenAPISpecVersion,
    OpenAPISpecVersionContent,
)
from contract.authoring.pages import SpacePage, SpacePages
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery, UnreadableItem
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import N_, format_date, format_number, gettext, has_words, ngettext, sort_key
from masthead.openapi_specs import Document, SpecDifference, SpecTextError, compare, parse_document
from masthead.web.forms.consequences import Consequence, space_dependents
from masthead.web.frame.organization import (
    gather_in_organization,
    has_permission,
    is_refresh_requested,
    or_raise,
    read_in_organization,
    read_listing_in_organization,
)
from masthead.web.frame.problems import unread_message
from masthead.web.frame.sorting import requested_order, sort_rows
from masthead.web.frame.templating import moment_text
from masthead.web.person.portal import api

MAX_PAGES = 10
"""Maximum number of pages of 1,000 specifications to read."""
VERSIONS = 100
"""Versions on one page."""
UNCOUNTED = N_("Not counted")
COMPUTED = "builtin:openapi"


class Specs(NamedTuple):
    """An organization's specifications. `unread` has unparsable ones; `more` is true if there are others."""

    read: Cached[Listing[OpenAPISpec]]
    items: Sequence[SpecFacts]
    unread: Sequence[UnreadableItem]
    more: bool

    def summary(self, count: int) -> str:
        all_, failing = len(self.items), sum(each.state == FAILING for each in self.items)
        parts = [ngettext("%(count)s of %(n)s specification.", "%(count)s of %(n)s specifications.", all_, count=count)]
        if failing:
            parts.append(ngettext("%(n)s fails.", "%(n)s fail.", failing))
        if self.more:
            parts.append(gettext("The organization has more, which Masthead didn't read."))
        return " ".join(parts)

    def filter_specs(self, filters: Mapping[str, str]) -> list[SpecFacts]:
        """Return matching specifications: failing ones first, unless the request asks for another order."""
        words, state = filters.get("q", ""), filters.get("state", "")
        found = (each for each in self.items if state in {"", each.state})
        rows = (each for each in found if has_words(words, each.slug, each.source))
        return sort_rows(sorted(rows, key=lambda each: each.state != FAILING), ORDERS)


class SpecPage(NamedTuple):
    """A specification with a page of its versions, newest first. `no_versions` says why they can't be read."""

    read: Cached[OpenAPISpec]
    versions: Listing[OpenAPISpecVersion] | None
    no_versions: str
    may_create: bool


ORDERS: Mapping[str, Callable[[SpecFacts], Any]] = {
    "slug": lambda each: sort_key(each.slug),
    "state": lambda each: (list(STATES).index(each.state) if each.state in STATES else -1, sort_key(each.slug)),
    "read": lambda each: each.read_at,
}


def parse_filters() -> dict[str, str]:
    """Return the list's filters and order, as set in the URL."""
    asked = {"q": request.args.get("q", "").strip(), "state": request.args.get("state", "")}
    given = {name: value for name, value in asked.items() if value and (name == "q" or value in STATES)}
    return given | ({"sort": order} if (order := requested_order(ORDERS)) else {})


def read_specs(organization_id: str) -> Specs:
    """Read all specifications and set the organization. Raises a Problem."""
    found = read_listing_in_organization(LIST_SPECS, organization_id, MAX_PAGES)
    return Specs(found.first, list(map(build_facts, found.items)), found.unread, found.more)


def read_spec(organization_id: str, slug: str, *, anew: bool) -> Cached[OpenAPISpec] | Problem:
    """Read one specification and set the organization. Returns a Problem if it can't be read."""
    own = CachedRead(GET_SPEC, (organization_id, slug), refresh=anew)
    return read_in_organization(organization_id, own)


def read_spec_page(organization_id: str, slug: str, *, anew: bool = False) -> SpecPage:
    """Read a specification and its versions, and set the organization. Raises the specification's Problem."""
    ids, refresh = (organization_id, slug), anew or is_refresh_requested()
    read, versions = gather_in_organization(
        organization_id,
        CachedRead(GET_SPEC, ids, refresh=refresh),
        CachedRead(LIST_SPEC_VERSIONS.tolerant_listing, ids, _versions_query(), refresh=refresh),
    )
    unread = unread_message(versions) if isinstance(versions, Problem) else ""
    listing = None if isinstance(versions, Problem) else versions.value
    return SpecPage(or_raise(read), listing, unread, has_permission(CREATE_SPECS))


def _versions_query() -> ListQuery:
    asked = request.args.get("page")
    return ListQuery(limit=VERSIONS, page=asked) if asked else ListQuery(limit=VERSIONS)


def count_versions(organization_id: str, specs: Sequence[SpecFacts]) -> dict[str, str]:
    """Return labels for the number of versions, by slug. Sends a request per specification."""
    query: Any = ListQuery(limit=LIMIT_MAX)
    asked = [
        CachedRead(LIST_SPEC_VERSIONS.tolerant_listing, (organization_id, each.slug), query, is_refresh_requested())
        for each in specs
    ]
    found = api().gather(*asked) if asked else ()
    return {each.slug: _count_label(answer) for each, answer in zip(specs, found, strict=True)}


def _count_label(answer: Cached[Any] | Problem) -> str:
    if isinstance(answer, Problem):
        return gettext(UNCOUNTED)
    count = len(answer.value.items) + len(answer.value.unreadable_items)
    return (
        gettext("%(count)s or more", count=format_number(count))
        if answer.value.next is not MISSING
        else format_number(count)
    )


def find_spec_dependents(organization_id: str, spec: OpenAPISpec) -> list[Consequence]:
    """List the pages that show the specification, by space, with one request per space. Sites aren't checked."""

    def line(name: str, pages: SpacePages) -> Consequence:
        made = [each.title for each in _list_generated_pages(pages.pages, {spec.slug, spec.id})]
        if not made:
            return Consequence(gettext("No page of %(name)s shows the specification", name=name))
        text = ngettext("%(n)s page of %(name)s shows it", "%(n)s pages of %(name)s show it", len(made), name=name)
        return Consequence(text, links=[(title, "") for title in made], is_affected=True)

    query = ContentQuery(metadata=False, computed=False)
    return space_dependents(organization_id, gettext("Pages that show the specification"), LIST_PAGES, query, line)


def _list_generated_pages(pages: Sequence[SpacePage], names: set[str]) -> Iterator[SpacePage]:
    waiting = list(reversed(pages))
    while waiting:
        page = waiting.pop()
        computed = value_or_none(page.computed)
        if computed is not None and computed.type == COMPUTED and names & set(_find_texts(computed.props)):
            yield page
        waiting.extend(reversed(value_or_none(page.pages) or []))


def _find_texts(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, dict):
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)


LATEST = "latest"
"""Id of the newest version in URLs."""


class VersionText(NamedTuple):
    """A version with its text. If it isn't valid OpenAPI, `document` is None and `problem` is the reason."""

    read: Cached[OpenAPISpecVersion]
    file: str
    text: str
    document: Document | None
    problem: str

    @property
    def id(self) -> str:
        return self.read.value.id

    @property
    def title(self) -> str:
        """The title and version given in the text or, if they are missing, the time at which the API read it."""
        named = f"{self.document.title} {self.document.info_version}".strip() if self.document else ""
        created = value_or_none(self.read.value.createdAt)
        return named or (moment_text(created) if created else gettext("Version"))


def read_version(organization_id: str, slug: str, version_id: str) -> tuple[SpecFacts, VersionText]:
    """Read a specification and one of its versions. Raises a Problem if either can't be read."""
    ids = (organization_id, slug)
    own, content = _version_reads(ids, version_id)
    spec, version, found = gather_in_organization(
        organization_id, CachedRead(GET_SPEC, ids, refresh=is_refresh_requested()), own, content
    )
    return build_facts(or_raise(spec).value), _parse_text(or_raise(version), or_raise(found))


def _version_reads(
    ids: tuple[str, str], version_id: str
) -> tuple[CachedRead[OpenAPISpecVersion], CachedRead[OpenAPISpecVersionContent]]:
    """Return the reads of a version and its text. Only the newest version can change, so only that is refreshed."""
    if version_id == LATEST:
        anew = is_refresh_requested()
        return CachedRead(GET_LATEST_VERSION, ids, refresh=anew), CachedRead(
            GET_LATEST_VERSION_CONTENT, ids, refresh=anew
        )
    return CachedRead(GET_VERSION, (*ids, version_id)), CachedRead(GET_VERSION_CONTENT, (*ids, version_id))


def _parse_text(version: Cached[OpenAPISpecVersion], content: Cached[OpenAPISpecVersionContent]) -> VersionText:
    file, text = next(_list_files(content.value.filesystem), ("", ""))
    if not text:
        return VersionText(version, file, text, None, gettext("This version has no text."))
    try:
        return VersionText(version, file, text, parse_document(text), "")
    except SpecTextError as error:
        return VersionText(version, file, text, None, str(error))


def _list_files(filesystem: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield file names and texts. The API contract doesn't define their format: objects are converted to JSON."""
    for name, held in filesystem.items():
        if isinstance(held, str):
            yield name, held
        elif isinstance(held, dict):
            yield name, json.dumps(held, indent=2, ensure_ascii=False)


class VersionComparison(NamedTuple):
    """Two compared versions. If either can't be read, `difference` is None and `problem` is the reason."""

    spec: SpecFacts
    versions: tuple[OpenAPISpecVersion, ...]
    before: str
    after: str
    difference: SpecDifference | None
    problem: str
    read: Cached[Any]

    @property
    def names(self) -> tuple[str, str]:
        """Return the version names that the authors gave, or the ids if those are missing or equal."""
        before, after = self.difference.versions if self.difference else ("", "")
        return (before, after) if before and after and before != after else (self.before, self.after)

    @property
    def creation_times(self) -> tuple[datetime | None, datetime | None]:
        """Return the times at which the API read the versions; None if not reported."""
        at = {each.id: value_or_none(each.createdAt) for each in self.versions}
        return at.get(self.before), at.get(self.after)

    @property
    def dates_message(self) -> str:
        """Return a sentence with both dates, since people may not recognize the ids; empty unless both are known."""
        before, after = self.creation_times
        if before is None or after is None:
            return ""
        return gettext(
            "The version of %(before)s compared with the version of %(after)s.",
            before=format_date(before.date()),
            after=format_date(after.date()),
        )


def read_comparison(organization_id: str, slug: str, before: str, after: str) -> VersionComparison:
    """Compare two versions by id; by default, the newest two. Raises a Problem if versions can't be listed."""
    ids = (organization_id, slug)
    spec, listing = gather_in_organization(
        organization_id,
        CachedRead(GET_SPEC, ids, refresh=is_refresh_requested()),
        CachedRead(
            LIST_SPEC_VERSIONS.tolerant_listing, ids, ListQuery(limit=LIMIT_MAX), refresh=is_refresh_requested()
        ),
    )
    read, versions = or_raise(spec), tuple(or_raise(listing).value.items)
    newest = [each.id for each in versions]
    after = after or next(iter(newest), "")
    before = before or next((each for each in newest[newest.index(after) + 1 :]), "") if after in newest else before
    difference, problem = _compare_versions(ids, before, after) if before and after else (None, "")
    return VersionComparison(build_facts(read.value), versions, before, after, difference, problem, read)


def _compare_versions(ids: tuple[str, str], before: str, after: str) -> tuple[SpecDifference | None, str]:
    texts = []
    asked = [each for version in (before, after) for each in _version_reads(ids, version)]
    answers: list[Any] = list(api().gather(*asked))
    for name, version, content in zip((before, after), answers[::2], answers[1::2], strict=True):
        for each in (version, content):
            if isinstance(each, Problem):
                return None, gettext("%(version)s: %(why)s", version=name, why=unread_message(each))
        texts.append(_parse_text(version, content))
    for each in texts:
        if each.problem:
            return None, gettext("%(version)s: %(why)s", version=each.id, why=each.problem)
    old, new = texts
    return (compare(old.document, new.document) if old.document and new.document else None), ""
