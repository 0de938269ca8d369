"""Which pages of known spaces are made from an API specification."""

from collections.abc import Iterator, Sequence

from client import Problem, Read
from contract.authoring.content import LIST_PAGES, ContentQuery
from contract.authoring.openapi_specs import OpenAPISpec
from contract.authoring.pages import Page, Pages
from contract.schema.fields import value_or_none
from i18n import N_, gettext, ngettext
from store import DirectoryQuery, KnownObject, StoreError
from web.forms.dependents import Dependent, Look
from web.person.access import person
from web.person.portal import api, portal

COMPUTED = "builtin:openapi"
MAX_SPACES = 20
NO_SPACES = N_("Masthead knows no space of this organization, so it can't look for pages that show the specification")


def spec_dependents(organization_id: str, spec: OpenAPISpec) -> list[Dependent]:
    """The pages, by space: read together, the pages of one space in a call. Sites with them are not looked for."""
    try:
        spaces = portal().store.known.find(
            person().owner, DirectoryQuery(organization_id, ("space",)), limit=MAX_SPACES + 1
        )
    except StoreError:
        return [Dependent(gettext("Pages that show the specification"), Look.FAILED)]
    if not spaces:
        return [Dependent(gettext(NO_SPACES), Look.UNTOLD)]
    asked = [Read(LIST_PAGES, (each.id,), ContentQuery(metadata=False, computed=False)) for each in spaces[:MAX_SPACES]]
    found = api().gather(*asked)
    lines = [_pages_of(space, pages, spec) for space, pages in zip(spaces, found, strict=False)]
    if len(spaces) > MAX_SPACES:
        lines.append(
            Dependent(
                gettext("There are more spaces than the %(most)s that Masthead looked through", most=MAX_SPACES),
                Look.UNTOLD,
            )
        )
    return lines


def _pages_of(space: KnownObject, pages: Pages | Problem, spec: OpenAPISpec) -> Dependent:
    name = space.title or space.id
    if isinstance(pages, Problem):
        return Dependent(gettext("The pages of %(name)s: %(why)s", name=name, why=pages.words), Look.FAILED)
    made = [each.title for each in _made_from(pages.pages, {spec.slug, spec.id})]
    if not made:
        return Dependent(gettext("No page of %(name)s shows the specification", name=name))
    text = ngettext("%(n)s page of %(name)s shows it", "%(n)s pages of %(name)s show it", len(made), name=name)
    return Dependent(text, links=[(title, "") for title in made], is_affected=True)


def _made_from(pages: Sequence[Page], names: set[str]) -> Iterator[Page]:
    """Those whose content is computed from what has one of these names."""
    waiting = list(reversed(pages))
    while waiting:
        page = waiting.pop()
        computed = value_or_none(page.computed)
        if computed is not None and computed.type == COMPUTED and names & set(_texts(computed.props)):
            yield page
        waiting.extend(reversed(value_or_none(page.pages) or []))


def _texts(value: object) -> Iterator[str]:
    """All texts in a value of any shape, as deep as a page has them."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, dict):
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)
