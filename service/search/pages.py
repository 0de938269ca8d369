"""Finds the pages that match a query, best matches first.

A page matches if every word of the query is the beginning of one of its words. Words in the title weigh most,
then words in headings, then words in the body.
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    literal,
    select,
    union_all,
)

from service.content.index import split_words
from service.tables.content import passage, word

MAX_WORDS = 16
"""Words of a query that count; a longer query was pasted, and its beginning is enough."""

_AFTER_ALL, _BEFORE_ALL = "\U0010ffff", "\x01"
"""Characters that no word contains."""


@dataclass(frozen=True)
class Search:
    """Statements for a query in an organization."""

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
        """Select passages of these spaces: the best pages first, and of each page the best passages first.

        `only` are page ids to include, None for all.
        """
        own: ColumnElement[bool] = passage.c.space.in_(spaces)
        if only is not None:
            own = and_(own, passage.c.page.in_(only))
        # A CTE is computed once: a nested-loop join would find the hits again for each page.
        hits = self._hits(own).cte("hits")
        pages = self._pages_with_all_words(hits)
        return (
            select(passage.c.space, passage.c.page, passage.c.section, passage.c.document)
            .join(hits, hits.c.passage == passage.c.number)
            .join(pages, pages.c.page == hits.c.page)
            .group_by(passage.c.number, pages.c.weight)
            .order_by(pages.c.weight.desc(), passage.c.page, func.sum(hits.c.weight).desc(), passage.c.number)
        )

    def pages(self, own: ColumnElement[bool] | None = None) -> Subquery:
        """Select `space`, `page` and `weight` (higher is better) of each page with all words.

        Pages and spaces are numbers, as in the table of words. `own` is a condition on passages, None for all.
        """
        return self._pages_with_all_words(self._hits(own).subquery())

    def _pages_with_all_words(self, hits: FromClause) -> Subquery:
        best = [func.max(case((hits.c.term == term, hits.c.weight))) for term in range(len(self.words))]
        weight = reduce(operator.add, best).label("weight")
        rows = select(hits.c.space, hits.c.page, weight).group_by(hits.c.space, hits.c.page)
        return rows.having(weight.is_not(None)).subquery()

    def _hits(self, own: ColumnElement[bool] | None) -> CompoundSelect[Any]:
        return union_all(*(self._hits_of(term, text, own) for term, text in enumerate(self.words)))

    def _hits_of(self, term: int, text: str, own: ColumnElement[bool] | None) -> Select[Any]:
        columns = (word.c.space, word.c.page, word.c.passage, word.c.weight, literal(term).label("term"))
        if own is None:
            return select(*columns).where(self.has(text))
        # Starts from the passages, so that the number of other matches doesn't matter.
        rows = select(*columns).join_from(passage, word, word.c.passage == passage.c.number)
        return rows.where(own, has_prefix(text))

    def has(self, text: str) -> ColumnElement[bool]:
        """Build the condition for the organization's words with this prefix."""
        return and_(word.c.organization == self.organization, has_prefix(text))


def has_prefix(text: str) -> ColumnElement[bool]:
    """Build the condition for words with this prefix."""
    # A range of an index, which LIKE would not use on both databases.
    return and_(word.c.text >= text, word.c.text < end_of_prefix(text))


def end_of_prefix(text: str) -> str:
    """Return the first value after all words with this prefix."""
    return text + (
        _AFTER_ALL if len(text) > 1 else _BEFORE_ALL
    )  # a single letter would match half of all words, so it matches only itself
