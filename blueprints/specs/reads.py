"""Reads API specifications: the whole list, one of them, and its versions."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flask import request
from pydantic import MISSING

from blueprints.specs.facts import CREATE_SPECS, FAILING, STATES, SpecFacts, facts_of
from contract.authoring.content import LIST_PAGES, ContentQuery
from contract.authoring.openapi_specs import GET_SPEC, LIST_SPEC_VERSIONS, LIST_SPECS, OpenAPISpec, OpenAPISpecVersion
from contract.authoring.pages import SpacePage, SpacePages
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery, UnreadableItem
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import N_, format_number, gettext, has_words, ngettext
from masthead.web.forms.consequences import Consequence, space_dependents
from masthead.web.frame.organization import (
    gather_in,
    has_permission,
    is_refresh_requested,
    or_raise,
    read_in,
    read_whole_listing,
)
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

MAX_PAGES = 10
"""Maximum number of pages of 1,000 specifications to read."""
VERSIONS = 100
"""Versions on one page."""
UNCOUNTED = N_("Not counted")
COMPUTED = "builtin:openapi"


class Specs(NamedTuple):
    """Specifications of an organization. `unread` are invalid ones; `more` means that there are further ones."""

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

    def matching(self, filters: Mapping[str, str]) -> list[SpecFacts]:
        words, state = filters.get("q", ""), filters.get("state", "")
        found = (each for each in self.items if state in {"", each.state})
        return [each for each in found if has_words(words, each.slug, each.source)]


class SpecPage(NamedTuple):
    """A specification with a page of its versions, newest first. `no_versions` is the reason if they can't be read."""

    read: Cached[OpenAPISpec]
    versions: Listing[OpenAPISpecVersion] | None
    no_versions: str
    may_create: bool


def parse_filters() -> dict[str, str]:
    asked = {"q": request.args.get("q", "").strip(), "state": request.args.get("state", "")}
    return {name: value for name, value in asked.items() if value and (name == "q" or value in STATES)}


def read_specs(organization_id: str) -> Specs:
    """Read all specifications and set the organization. Raises a Problem."""
    found = read_whole_listing(LIST_SPECS, organization_id, MAX_PAGES)
    return Specs(found.first, list(map(facts_of, found.items)), found.unread, found.more)


def read_spec(organization_id: str, slug: str, *, anew: bool) -> Cached[OpenAPISpec] | Problem:
    """Read one specification, or return its Problem, and set the organization."""
    own = CachedRead(GET_SPEC, (organization_id, slug), refresh=anew)
    return read_in(organization_id, own)


def read_spec_page(organization_id: str, slug: str, *, anew: bool = False) -> SpecPage:
    """Read a specification and its versions, and set the organization. Raises the specification's Problem."""
    ids, refresh = (organization_id, slug), anew or is_refresh_requested()
    read, versions = gather_in(
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
    """Return numbers of versions in words, by slug. Sends a request per specification."""
    query: Any = ListQuery(limit=LIMIT_MAX)
    asked = [
        CachedRead(LIST_SPEC_VERSIONS.tolerant_listing, (organization_id, each.slug), query, is_refresh_requested())
        for each in specs
    ]
    found = api().gather(*asked) if asked else ()
    return {each.slug: _count_in_words(answer) for each, answer in zip(specs, found, strict=True)}


def _count_in_words(answer: Cached[Any] | Problem) -> str:
    if isinstance(answer, Problem):
        return gettext(UNCOUNTED)
    count = len(answer.value.items) + len(answer.value.unread)
    return (
        gettext("%(count)s or more", count=format_number(count))
        if answer.value.next is not MISSING
        else format_number(count)
    )


def spec_dependents(organization_id: str, spec: OpenAPISpec) -> list[Consequence]:
    """List pages that show the specification by space, with one request per space. Sites aren't checked."""

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
        if computed is not None and computed.type == COMPUTED and names & set(_texts(computed.props)):
            yield page
        waiting.extend(reversed(value_or_none(page.pages) or []))


def _texts(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, dict):
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)
