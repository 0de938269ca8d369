"""Finds an object's pages by the object's title and the page's name, such as "docs structure"."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from flask import url_for

from masthead.i18n import fold_text, gettext, stem
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.web.directory.entries import kind_name, rank_entries
from masthead.web.frame.navigation import ObjectPage
from masthead.web.places import places

SHORTEST = 3
"""Minimum length of a word that can name a page; shorter ones match too many pages."""
MAX_OBJECTS = 3
MAX_WORDS = 8
SHORTEST_WITH_A_TYPO = 4
LIKE = 0.74
"""Minimum similarity of a typo, from 0 to 1: one wrong, swapped or missing letter in five is similar enough."""
KEYWORDS_COUNT = 0.9
"""Weight of keywords for typos, since a mistyped word more likely means a title."""
_WORD = re.compile(r"\w+")


class PalettePage(NamedTuple):
    page: ObjectPage
    title: str
    hint: str
    url: str


class Match(IntEnum):
    """Kinds of matches, best first."""

    EXACT = 0
    PREFIX = 1
    KEYWORD = 2
    WORDS = 3
    KEYWORDS = 4
    RELATED = 5
    INSIDE = 6
    NONE = 7


def find_object_pages(
    words: str, organization_id: str, current: Mapping[str, Any]
) -> Iterator[tuple[Match, PalettePage]]:
    """Find pages whose name matches some of the words, for objects that match the other words.

    If all words name a page, it is that page of the current object, or of several objects if there is no current one.
    `current` has the ids in the URL of the current page.
    """
    asked = normalize_words(words)[:MAX_WORDS]
    for page in (each for place in places() for each in place.object_pages):
        how = match_title(words, gettext(page.label), gettext(page.keywords).split(", "))
        others = [word for word in asked if not _is_name_of_page(word, page)]
        if how <= Match.KEYWORDS and page.parameter in current:
            found = _find_current_object(page, organization_id, str(current[page.parameter]))
        elif how <= Match.KEYWORDS:
            how, found = Match.RELATED, _find_objects(page, organization_id, ())
        elif others and len(others) < len(asked):
            how, found = Match.WORDS, _find_objects(page, organization_id, others)
        else:
            continue
        yield from ((how, each) for each in found)


def _is_name_of_page(word: str, page: ObjectPage) -> bool:
    called = normalize_words(f"{gettext(page.label)} {gettext(page.keywords)}")
    return len(word) >= SHORTEST and any(each.startswith(word) for each in called)


def _find_objects(page: ObjectPage, organization_id: str, words: Iterable[str]) -> Iterator[PalettePage]:
    sought = " ".join(words)

    def rank(known: KnownObject) -> Match:
        return match_title(sought, known.title or known.id, (known.id,))

    return _rank_pages(page, organization_id, DirectoryQuery(organization_id, (page.kind,), text=sought), rank)


def _find_current_object(page: ObjectPage, organization_id: str, identifier: str) -> Iterator[PalettePage]:
    sought = DirectoryQuery(organization_id, (page.kind,), ids=(identifier,))
    return _rank_pages(page, organization_id, sought, lambda _: Match.EXACT)


def _rank_pages(
    page: ObjectPage, organization_id: str, sought: DirectoryQuery, rank: Callable[[KnownObject], Match]
) -> Iterator[PalettePage]:
    hint = gettext("Page of the %(kind)s", kind=kind_name(page.kind))
    for each in rank_entries(sought, rank, limit=MAX_OBJECTS):
        ids: dict[str, Any] = {"organization_id": organization_id, page.parameter: each.id, **page.values}
        yield PalettePage(page, each.title, hint, url_for(page.endpoint, **ids))


@lru_cache(maxsize=8192)
def normalize_words(text: str) -> tuple[str, ...]:
    """Split a string into words, ignoring case, accents and punctuation."""
    return tuple(_WORD.findall(fold_text(text).replace("_", " ")))


def match_title(typed: str, title: str, keywords: Sequence[str] = ()) -> Match:
    """Match typed words against a title and its keywords. Typos don't match; see `typo_similarity`."""
    asked, named = normalize_words(typed)[:MAX_WORDS], normalize_words(title)
    if not asked:
        return Match.NONE
    whole = _match_phrase(" ".join(asked), " ".join(named), [" ".join(normalize_words(each)) for each in keywords])
    return whole if whole is not Match.NONE else _match_words(asked, named, keywords)


def _match_phrase(sought: str, title: str, keywords: Sequence[str]) -> Match:
    if sought == title or sought.replace(" ", "") == title.replace(" ", ""):
        return Match.EXACT
    if title.startswith(sought):
        return Match.PREFIX
    return Match.KEYWORD if sought in keywords else Match.NONE


def _match_words(asked: Sequence[str], title: Sequence[str], keywords: Sequence[str]) -> Match:
    if _has_word_prefixes(asked, title):
        return Match.WORDS
    named = [*title, *(word for each in keywords for word in normalize_words(each))]
    if _has_word_prefixes(asked, named):
        return Match.KEYWORDS
    if _has_word_prefixes(map(stem, asked), named):
        return Match.RELATED
    return Match.INSIDE if all(word in " ".join(title) for word in asked) else Match.NONE


def _has_word_prefixes(asked: Iterable[str], words: Sequence[str]) -> bool:
    return all(any(word.startswith(one) for word in words) for one in asked)


def typo_similarity(typed: str, title: str, keywords: Sequence[str] = ()) -> float:
    """Return a similarity from 0 to 1. It is 0 unless every typed word resembles a word of the title or keywords."""
    asked = normalize_words(typed)[:MAX_WORDS]
    weights = {word: KEYWORDS_COUNT for each in keywords for word in normalize_words(each)}
    weights |= dict.fromkeys(normalize_words(title), 1.0)
    best = (
        max((_word_similarity(one, word) * weight for word, weight in weights.items()), default=0.0) for one in asked
    )
    return min(best, default=0.0)


@lru_cache(maxsize=65536)
def _word_similarity(typed: str, word: str) -> float:
    if word.startswith(typed):
        return 1.0
    if len(typed) < SHORTEST_WITH_A_TYPO or abs(len(typed) - len(word)) > 2:  # noqa: PLR2004 - letters too many or too few
        return 0.0
    matcher = SequenceMatcher(None, typed, word, autojunk=False)
    if matcher.real_quick_ratio() < LIKE or matcher.quick_ratio() < LIKE:
        return 0.0
    ratio = matcher.ratio()
    return ratio if ratio >= LIKE else 0.0
