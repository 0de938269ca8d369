"""Finds the pages that have the words of a query, best matches first.

A page is found when it has every word, each at least as the beginning of one of its own. Words in the title weigh most,
then words in headings, then the body.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, Subquery, and_, bindparam, func, literal, select, union_all

from service.content.index import words_of
from service.tables.content import passage, space, word

MAX_WORDS = 16
"""Words of a query that are looked for; a longer one was pasted, and its beginning says enough."""

_AFTER_ALL = "\U0010ffff"


@dataclass(frozen=True)
class Search:
    """Statements for one query in an organization."""

    organization: str
    words: Sequence[str]

    @classmethod
    def from_query(cls, organization_id: str, query: str) -> "Search":
        return cls(organization_id, list(dict.fromkeys(words_of(query)))[:MAX_WORDS])

    def spaces(self) -> Subquery:
        """Columns `rank` (lower is better), `number`, `id`, `title`, for each space with a page that was found."""
        pages = self.pages()
        rows = select((-func.max(pages.c.weight)).label("rank"), space.c.number, space.c.id, space.c.title)
        return rows.join(pages, pages.c.space == space.c.id).group_by(space.c.number).subquery()

    def pages_of_a_space(self) -> Subquery:
        """Columns `rank` (lower is better), `number`, `page`. Bind parameter: `space`."""
        pages = self.pages()
        own = and_(passage.c.space == pages.c.space, passage.c.page == pages.c.page)
        rows = select((-pages.c.weight).label("rank"), func.min(passage.c.number).label("number"), pages.c.page)
        of_space = rows.join(passage, own).where(pages.c.space == bindparam("space"))
        return of_space.group_by(pages.c.page, pages.c.weight).subquery()

    def passages(self, spaces: Sequence[str], only: Sequence[str] | None = None) -> Select[Any]:
        """Of these spaces: the best pages first, and of each page the best passages first.

        `only` are ids of the pages that matter, None for all.
        """
        pages, hits = self.pages(), self._hits()
        rows = (
            select(passage.c.space, passage.c.page, passage.c.section, passage.c.document)
            .join(hits, hits.c.passage == passage.c.number)
            .join(pages, and_(pages.c.space == passage.c.space, pages.c.page == passage.c.page))
            .where(passage.c.space.in_(spaces))
            .group_by(passage.c.number, pages.c.weight)
            .order_by(pages.c.weight.desc(), passage.c.page, func.sum(hits.c.weight).desc(), passage.c.number)
        )
        return rows if only is None else rows.where(passage.c.page.in_(only))

    def pages(self) -> Subquery:
        """Columns `space`, `page`, `weight` (higher is better), for each page that has all the words."""
        hits = self._hits()
        best = (
            select(passage.c.space, passage.c.page, func.max(hits.c.weight).label("weight"))
            .join(hits, hits.c.passage == passage.c.number)
            .group_by(passage.c.space, passage.c.page, hits.c.term)
            .subquery()
        )
        rows = select(best.c.space, best.c.page, func.sum(best.c.weight).label("weight"))
        all_words = func.count() == len(self.words)
        return rows.group_by(best.c.space, best.c.page).having(all_words).subquery()

    def _hits(self) -> Subquery:
        return union_all(*(self._hits_of(term, text) for term, text in enumerate(self.words))).subquery()

    def _hits_of(self, term: int, text: str) -> Select[Any]:
        matches: ColumnElement[bool] = word.c.text == text
        if len(text) > 1:  # a single letter begins half of all words
            # A range of the primary key, which LIKE would not use on both databases.
            matches = and_(word.c.text >= text, word.c.text < text + _AFTER_ALL)
        rows = select(word.c.passage, literal(term).label("term"), word.c.weight)
        return rows.where(word.c.organization == bindparam("organization"), matches)
