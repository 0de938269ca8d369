"""Finds pages of one object by its title and the page's name, such as "docs structure"."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flask import url_for

from blueprints.command_palette.ranking import MAX_WORDS, Match, match, words_of
from i18n import gettext
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.web.directory.known_objects import best, kind_name
from masthead.web.frame.destinations import ObjectPage
from masthead.web.places import places

SHORTEST = 3
"""Letters of a word that may name a page: fewer match too many pages."""
MAX_OBJECTS = 3


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page of the object with this title."""

    page: ObjectPage
    title: str
    hint: str
    url: str


def find_object_pages(
    words: str, organization_id: str, current: Mapping[str, Any]
) -> Iterator[tuple[Match, FoundPage]]:
    """Pages whose name matches some words, of objects that the other words name, or else of the current object.

    `current` has the ids in the URL of the current page.
    """
    asked = words_of(words)[:MAX_WORDS]
    for page in (each for place in places() for each in place.object_pages):
        others = [word for word in asked if not _is_of_page(word, page)]
        if len(others) == len(asked):
            continue
        if others:
            yield from ((Match.WORDS, found) for found in _of_objects(page, organization_id, others))
        elif page.parameter in current:
            how = match(words, gettext(page.label), gettext(page.keywords).split(", "))
            yield from ((how, each) for each in _of_current(page, organization_id, str(current[page.parameter])))


def _is_of_page(word: str, page: ObjectPage) -> bool:
    called = words_of(f"{gettext(page.label)} {gettext(page.keywords)}")
    return len(word) >= SHORTEST and any(each.startswith(word) for each in called)


def _of_objects(page: ObjectPage, organization_id: str, words: Iterable[str]) -> Iterator[FoundPage]:
    sought = " ".join(words)

    def rank(known: KnownObject) -> Match:
        return match(sought, known.title or known.id, (known.id,))

    return _found(page, organization_id, DirectoryQuery(organization_id, (page.kind,), text=sought), rank)


def _of_current(page: ObjectPage, organization_id: str, identifier: str) -> Iterator[FoundPage]:
    sought = DirectoryQuery(organization_id, (page.kind,), ids=(identifier,))
    return _found(page, organization_id, sought, lambda _: Match.EXACT)


def _found(
    page: ObjectPage, organization_id: str, sought: DirectoryQuery, rank: Callable[[KnownObject], Match]
) -> Iterator[FoundPage]:
    hint = gettext("Page of the %(kind)s", kind=kind_name(page.kind))
    for each in best(sought, rank, limit=MAX_OBJECTS):
        ids: dict[str, Any] = {"organization_id": organization_id, page.parameter: each.id, **page.values}
        yield FoundPage(page, each.title, hint, url_for(page.endpoint, **ids))
