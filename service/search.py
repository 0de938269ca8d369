"""Finds pages that match a query, and ranks spaces by them; best matches first.

A page matches if every word of the query is a prefix of one of its words. Words in the title weigh most, then words in
headings, then words in the body.
"""

import operator
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Row,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    literal,
    literal_column,
    select,
    true,
    tuple_,
    union_all,
)

from service.content.index import split_words
from service.tables.content import passage, space, word

MAX_WORDS = 16
"""Words of a query that count; a longer query was pasted, and its beginning is enough."""

_AFTER_ALL, _BEFORE_ALL = "\U0010ffff", "\x01"
"""Characters that no word contains."""


@dataclass(frozen=True)
class Search:
    """Statements for a search in an organization."""

    organization: str
    words: Sequence[str]

    @classmethod
    def from_query(cls, organization_id: str, query: str) -> "Search":
        return cls(organization_id, list(dict.fromkeys(split_words(query)))[:MAX_WORDS])

    def pages_of_space(self) -> Subquery:
        """Select `rank` (lower is better), `number` and `page` of a space's pages. Bind parameter: `space`."""
        pages = self.pages(passage.c.space == bindparam("space"))
        rows = select((-pages.c.weight).label("rank"), passage.c.number, passage.c.page)
        return rows.join(passage, passage.c.number == pages.c.page).subquery()

    def passages(self, spaces: Sequence[str], only: Sequence[str] | None = None) -> Select[Any]:
        """Select passages in these spaces: best pages first, and within each page best passages first.

        `only` are page ids to include, None for all.
        """
        own: ColumnElement[bool] = passage.c.space.in_(spaces)
        if only is not None:
            own = and_(own, passage.c.page.in_(only))
        # A CTE is computed once: a nested-loop join would find the hits again for each page.
        hits = self._select_hits(own).cte("hits")
        pages = self._pages_with_all_words(hits)
        return (
            select(passage.c.space, passage.c.page, passage.c.section, passage.c.document)
            .join(hits, hits.c.passage == passage.c.number)
            .join(pages, pages.c.page == hits.c.page)
            .group_by(passage.c.number, pages.c.weight)
            .order_by(pages.c.weight.desc(), passage.c.page, func.sum(hits.c.weight).desc(), passage.c.number)
        )

    def pages(self, own: ColumnElement[bool] | None = None) -> Subquery:
        """Select `space`, `page` and `weight` (higher is better) of each page that contains all words.

        Pages and spaces are numbers, as in the table of words. `own` is a condition on passages, None for all.
        """
        return self._pages_with_all_words(self._select_hits(own).subquery())

    def _pages_with_all_words(self, hits: FromClause) -> Subquery:
        best = [func.max(case((hits.c.term == term, hits.c.weight))) for term in range(len(self.words))]
        weight = reduce(operator.add, best).label("weight")
        rows = select(hits.c.space, hits.c.page, weight).group_by(hits.c.space, hits.c.page)
        return rows.having(weight.is_not(None)).subquery()

    def _select_hits(self, own: ColumnElement[bool] | None) -> CompoundSelect[Any]:
        return union_all(*(self._select_word_hits(term, text, own) for term, text in enumerate(self.words)))

    def _select_word_hits(self, term: int, text: str, own: ColumnElement[bool] | None) -> Select[Any]:
        columns = (word.c.space, word.c.page, word.c.passage, word.c.weight, literal(term).label("term"))
        if own is None:
            return select(*columns).where(self.word_condition(text))
        # Starts from the passages, so that the number of other matches doesn't matter.
        rows = select(*columns).join_from(passage, word, word.c.passage == passage.c.number)
        return rows.where(own, has_prefix(text))

    def word_condition(self, text: str) -> ColumnElement[bool]:
        """Build a condition that matches the organization's words with this prefix."""
        return and_(word.c.organization == self.organization, has_prefix(text))


def has_prefix(text: str) -> ColumnElement[bool]:
    """Build a condition that matches words with this prefix."""
    # A range of an index, which LIKE would not use on both databases.
    return and_(word.c.text >= text, word.c.text < end_of_prefix(text))


def end_of_prefix(text: str) -> str:
    """Return the first value after all words with this prefix."""
    return text + (
        _AFTER_ALL if len(text) > 1 else _BEFORE_ALL
    )  # a single letter would match half of all words, so it matches only itself


READ_FOR_EACH = 2
"""Rows to read at first for each space, since a word can occur in several passages of a space."""


class SmallSearch(NamedTuple):
    """The limits of a small search: the number of matching words, and of rows for a word.

    For several common words, the `first` rows of each are read first, since they often include the best matches.
    """

    words: int = 32
    rows: int = 1_000
    first: int = 400


SMALL_SEARCH = SmallSearch()


class SpaceRank(NamedTuple):
    """The position of a space in a result; a lower rank is a better match."""

    rank: int
    number: int


def find_best_spaces(
    connection: Connection, search: Search, limit: int, after: SpaceRank | None = None, few: SmallSearch = SMALL_SEARCH
) -> Sequence[SpaceRank]:
    """Return the best spaces in order, starting after the rank `after`.

    One word: read the index in order. Several words: compare the pages with the rarest word if they are few, else the
    best pages of each word if these are certain to be the best overall, else all pages.
    """
    if len(search.words) == 1:
        texts = _list_texts(connection, search, few.words + 1)
        if len(texts) <= few.words:
            return _IndexScan(connection, search, texts, after).best(limit) if texts else []
    of_rarest = _pages_of_rarest_word(connection, search, few.rows)
    if of_rarest is None:
        first = _BestOfEachWord.read(connection, search, few)
        if first is not None and (found := first.best(connection, search, limit, after)) is not None:
            return found
    return _rank_spaces(connection, search, of_rarest, limit, after)


def _rank_spaces(
    connection: Connection, search: Search, own: ColumnElement[bool] | None, limit: int, after: SpaceRank | None
) -> list[SpaceRank]:
    rows = connection.execute(_select_ranked(search.pages(own), after).limit(limit))
    return [SpaceRank(row.rank, row.number) for row in rows]


def _list_texts(connection: Connection, search: Search, limit: int) -> Sequence[str]:
    (sought,) = search.words
    found = (
        select(func.min(word.c.text).label("text")).where(search.word_condition(sought)).cte("texts", recursive=True)
    )
    # With two lower bounds, SQLite might scan from the first word again.
    following = select(func.min(word.c.text)).where(
        word.c.organization == search.organization, word.c.text > found.c.text, word.c.text < end_of_prefix(sought)
    )
    texts = found.union_all(select(following.correlate(found).scalar_subquery()).where(found.c.text.is_not(None)))
    return connection.scalars(select(texts.c.text).where(texts.c.text.is_not(None)).limit(limit)).all()


class _IndexScan:
    """Reads the spaces with one of the given words in index order, only as many as needed."""

    def __init__(self, connection: Connection, search: Search, texts: Sequence[str], after: SpaceRank | None) -> None:
        self._connection, self._search, self._texts, self._after = connection, search, texts, after

    def best(self, limit: int) -> Sequence[SpaceRank]:
        read = limit * READ_FOR_EACH
        while True:
            rows = self._connection.execute(self.rows(read)).all()
            found = self._skip_previous(_best_weights(rows))
            if len(found) >= limit or len(rows) < read:
                return found[:limit]
            read *= READ_FOR_EACH

    def rows(self, limit: int) -> Select[Any] | CompoundSelect[Any]:
        """Select the best rows."""
        parts = [self._select_range(text, part, limit) for text in self._texts for part in self._ranges_after()]
        return union_all(*parts).order_by(literal_column("weight").desc(), literal_column("space")).limit(limit)

    def _select_range(self, text: str, part: ColumnElement[bool], limit: int) -> Select[Any]:
        own = (word.c.organization == self._search.organization, word.c.text == text, part)
        rows = select(word.c.weight, word.c.space, word.c.page).where(*own).order_by(word.c.weight.desc(), word.c.space)
        return select(rows.limit(limit).subquery())

    def _ranges_after(self) -> Iterable[ColumnElement[bool]]:
        if self._after is None:
            return [true()]
        weight = -self._after.rank
        return [and_(word.c.weight == weight, word.c.space > self._after.number), word.c.weight < weight]

    def _skip_previous(self, found: dict[int, int]) -> Sequence[SpaceRank]:
        if self._after is not None:
            best = (
                select(space.c.number, func.max(word.c.weight).label("weight"))
                .join(passage, passage.c.space == space.c.id)
                .join(word, word.c.passage == passage.c.number)
                .where(space.c.number.in_(found), has_prefix(self._search.words[0]))
            )
            rows = self._connection.execute(best.group_by(space.c.number))
            weights = {row.number: row.weight for row in rows}
            found = {number: weight for number, weight in found.items() if weights[number] == weight}
        return [SpaceRank(-weight, number) for number, weight in found.items()]


def _best_weights(rows: Iterable[Row[Any]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for row in rows:
        found.setdefault(row.space, row.weight)
    return found


class _BestOfEachWord(NamedTuple):
    """The best pages for each of several words. A page that isn't included can't rank before `bound`.

    For each word, such a page weighs at most as much as the last row that was read. If it weighs as much, the number of
    its space isn't lower. `certain` are the pages with all words that rank at or before `bound`.
    """

    pages: Collection[int]
    certain: Collection[SpaceRank]
    bound: SpaceRank

    @classmethod
    def read(cls, connection: Connection, search: Search, few: SmallSearch) -> "_BestOfEachWord | None":
        """Read the best pages of each word. Return None if too many words match."""
        weights, spaces, lasts = [], dict[int, int](), []
        for text in search.words:
            own = Search(search.organization, [text])
            texts = _list_texts(connection, own, few.words + 1)
            if len(texts) > few.words:
                return None
            rows = connection.execute(_IndexScan(connection, own, texts, None).rows(few.first)).all()
            weights.append({row.page: row.weight for row in reversed(rows)})  # a page's first row is its best
            spaces.update((row.page, row.space) for row in rows)
            lasts.append(rows[-1])
        bound = SpaceRank(-sum(row.weight for row in lasts), max(row.space for row in lasts))
        whole = set(spaces).intersection(*weights)
        places = {SpaceRank(-sum(each[page] for each in weights), spaces[page]) for page in whole}
        return cls(spaces.keys(), [each for each in places if each <= bound], bound)

    def best(
        self, connection: Connection, search: Search, limit: int, after: SpaceRank | None
    ) -> Sequence[SpaceRank] | None:
        """Return the best spaces, or None if a page that wasn't read might be among them."""
        certain = {each.number for each in self.certain if after is None or each > after}
        if len(certain) < limit:
            return None
        found = _rank_spaces(connection, search, _select_passages(self.pages), limit, after)
        return found if len(found) == limit and found[-1] <= self.bound else None


def _select_ranked(pages: Subquery, after: SpaceRank | None) -> Select[Any]:
    rank = (-func.max(pages.c.weight)).label("rank")
    spaces = select(rank, pages.c.space.label("number")).group_by(pages.c.space).subquery()
    rows = select(spaces).order_by(spaces.c.rank, spaces.c.number)
    return rows if after is None else rows.where(tuple_(spaces.c.rank, spaces.c.number) > tuple_(*after))


def _pages_of_rarest_word(connection: Connection, search: Search, most: int) -> ColumnElement[bool] | None:
    counts = [
        select(func.count()).select_from(
            select(word.c.passage).where(search.word_condition(text)).limit(most + 1).subquery()
        )
        for text in search.words
    ]
    found = connection.execute(select(*[each.scalar_subquery() for each in counts])).one()
    if min(found) > most:
        return None
    rarest = search.words[found.index(min(found))]
    return _select_passages(select(word.c.page).where(search.word_condition(rarest)))


def _select_passages(pages: Collection[int] | Select[tuple[int]]) -> ColumnElement[bool]:
    first, each = passage.alias(), passage.alias()
    same = and_(each.c.space == first.c.space, each.c.page == first.c.page)
    rows = select(each.c.number).join_from(first, each, same).where(first.c.number.in_(pages))
    return passage.c.number.in_(select(rows.cte("passages").c.number))  # a CTE is computed once for all words
