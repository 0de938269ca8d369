"""Indexes the words of a space's pages.

A table of words, rather than either database's own full-text index, gives the same results in the same order
on both, and finds a page as soon as it is written.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select

from service.content.markdown import Section, split_sections
from service.content.pages import Leaf
from service.storage.documents import Fields, as_json
from service.tables.content import passage, word
from service.tables.content import space as spaces

IN_PAGE_TITLE, IN_HEADING, IN_DESCRIPTION = 16, 8, 4
"""Weight of a word by where it occurs. In a body it is the number of occurrences, at most IN_HEADING."""

MAX_WORD_LENGTH = 64

_WORD = re.compile(r"\w+")


def split_words(written: str) -> list[str]:
    """Split a text into words in lower case, without accents."""
    parts = unicodedata.normalize("NFKD", written).casefold()
    plain = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return [found[:MAX_WORD_LENGTH] for found in _WORD.findall(plain)]


def index_pages(connection: Connection, space: Fields, pages: Sequence[Leaf], before: Sequence[Leaf] = ()) -> None:
    """Index the pages of a space; `before` are the pages indexed so far."""
    known = {page.id: _indexed_parts(page) for page in before}
    now = {page.id: _indexed_parts(page) for page in pages}
    removed = [{"own_space": space["id"], "own_page": each} for each in known if known[each] != now.get(each)]
    if removed:
        own = (passage.c.space == bindparam("own_space"), passage.c.page == bindparam("own_page"))
        connection.execute(delete(passage).where(*own), removed)
    number = connection.scalar(select(spaces.c.number).where(spaces.c.id == space["id"]))
    for page in pages:
        if known.get(page.id) != now[page.id]:
            _insert_page(connection, space, page, {"organization": space["organization"], "space": number})


def _indexed_parts(page: Leaf) -> tuple[str, ...]:
    return (page.version, page.path, page.title, page.description)


def _insert_page(connection: Connection, space: Fields, page: Leaf, of: Mapping[str, object]) -> None:
    first = None
    for part in split_sections(page.markdown):
        number = _insert_passage(connection, space, page, part)
        first = first or number
        weights = [
            {**of, "page": first, "passage": number, "text": found, "weight": weight}
            for found, weight in _word_weights(page, part).items()
        ]
        if weights:
            connection.execute(insert(word), weights)


def _insert_passage(connection: Connection, space: Fields, page: Leaf, part: Section) -> int:
    row = {
        "space": space["id"],
        "organization": space["organization"],
        "page": page.id,
        "section": part.anchor,
        "document": as_json({"page": page.title, "path": page.path, "title": part.title, "body": part.body}),
    }
    return connection.scalar(insert(passage).values(row).returning(passage.c.number)) or 0


def _word_weights(page: Leaf, part: Section) -> Counter[str]:
    weights = Counter({found: min(count, IN_HEADING) for found, count in Counter(split_words(part.body)).items()})
    for found in set(split_words(part.title)):
        weights[found] += IN_HEADING
    if part.anchor is None:
        for found in set(split_words(page.title)):
            weights[found] += IN_PAGE_TITLE
        for found in set(split_words(page.description)):
            weights[found] += IN_DESCRIPTION
    return weights
