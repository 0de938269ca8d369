"""Command palette suggestions: pages of recently read spaces, and a search of all content."""

from collections.abc import Iterator, Sequence
from itertools import islice

from flask import g, url_for

from blueprints.spaces.content import Content
from contract.authoring.pages import SpacePage
from contract.organization.search import QUERY_MAX
from contract.schema.fields import value_or_none
from i18n import gettext, has_words
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.places import SPACE, place_of
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.places import Suggestion

MAX_SPACES = 20
"""Recently seen spaces whose page trees are looked up in the cache."""
MAX_TREES = 4
"""The most trees to search."""
MAX_PAGES = 5
"""The most pages to suggest from each tree."""


def suggest(words: str) -> Iterator[Suggestion]:
    """Suggest cached pages whose titles have these words, and a search last. Sends no requests."""
    organization = g.get("organization")
    if organization is None or len(words) > QUERY_MAX:
        return
    for space, pages in islice(_trees(organization.id), MAX_TREES):
        for page in islice(_titled(pages, words), MAX_PAGES):
            ids = {"organization_id": organization.id, "space_id": space.id, "page_id": page.id}
            hint = gettext("Page of %(space)s", space=space.title or space.id)
            yield Suggestion(page.title, hint, "journal-text", url_for("space_pages.show", **ids))
    search = url_for("content_search.index", organization_id=organization.id, query=words)
    label = gettext("Search content for “%(words)s”", words=words)
    yield Suggestion(label, gettext("All spaces"), "search", search, last=True)


def _trees(organization_id: str) -> Iterator[tuple[KnownObject, Sequence[SpacePage]]]:
    """Spaces with a cached page tree, most recently seen first."""
    sought = DirectoryQuery(organization_id, (SPACE,))
    try:
        spaces = portal().store.known.likely(person().owner, sought, limit=MAX_SPACES)
    except StoreError:
        return
    for space in spaces:
        if known := api().last_known(Content(organization_id, place_of(space)).tree_read()):
            yield space, known[0].value.pages


def _titled(pages: Sequence[SpacePage], words: str) -> Iterator[SpacePage]:
    waiting = list(reversed(pages))
    while waiting:
        page = waiting.pop()
        if has_words(words, page.title):
            yield page
        waiting += reversed(value_or_none(page.pages) or [])
