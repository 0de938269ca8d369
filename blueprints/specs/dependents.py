"""Finds pages of known spaces whose content is computed from an API specification."""

from collections.abc import Iterator, Sequence

from contract.authoring.content import LIST_PAGES, ContentQuery
from contract.authoring.openapi_specs import OpenAPISpec
from contract.authoring.pages import SpacePage, SpacePages
from contract.schema.fields import value_or_none
from i18n import gettext, ngettext
from masthead.web.forms.consequences import Consequence, space_dependents

COMPUTED = "builtin:openapi"


def spec_dependents(organization_id: str, spec: OpenAPISpec) -> list[Consequence]:
    """Pages that show the specification, by space, with one request per space. Doesn't look for sites with them."""

    def line(name: str, pages: SpacePages) -> Consequence:
        made = [each.title for each in _made_from(pages.pages, {spec.slug, spec.id})]
        if not made:
            return Consequence(gettext("No page of %(name)s shows the specification", name=name))
        text = ngettext("%(n)s page of %(name)s shows it", "%(n)s pages of %(name)s show it", len(made), name=name)
        return Consequence(text, links=[(title, "") for title in made], is_affected=True)

    query = ContentQuery(metadata=False, computed=False)
    return space_dependents(organization_id, gettext("Pages that show the specification"), LIST_PAGES, query, line)


def _made_from(pages: Sequence[SpacePage], names: set[str]) -> Iterator[SpacePage]:
    """Pages whose computed content refers to one of these names."""
    waiting = list(reversed(pages))
    while waiting:
        page = waiting.pop()
        computed = value_or_none(page.computed)
        if computed is not None and computed.type == COMPUTED and names & set(_texts(computed.props)):
            yield page
        waiting.extend(reversed(value_or_none(page.pages) or []))


def _texts(value: object) -> Iterator[str]:
    """All strings in JSON, at any depth."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, dict):
            waiting.extend(held.values())
        elif isinstance(held, list):
            waiting.extend(held)
