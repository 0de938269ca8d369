"""Queries, as they come from a URL and as they are written into one."""

import pytest
from pydantic import MISSING, ValidationError

from contract.authoring.change_requests import PdfQuery
from contract.authoring.comments import CommentsQuery
from contract.authoring.content import ContentQuery, PageQuery
from contract.organization.search import SearchQuery
from contract.publishing.site_spaces import SiteSpacesQuery
from contract.publishing.sites import SitesQuery
from contract.schema.endpoint import ListQuery, Query, query_pairs
from tests.loops import for_each


@for_each(
    "query, pairs",
    [
        (ListQuery(), []),
        (SitesQuery(title="a b&c", published=False), [("title", "a b&c"), ("published", "false")]),
        (SitesQuery(page="n", limit=100), [("page", "n"), ("limit", "100")]),
        (SiteSpacesQuery(default=True), [("default", "true")]),
        (CommentsQuery(authors=["u1", "u2"]), [("authors", "u1"), ("authors", "u2")]),
        (CommentsQuery(authors=[]), []),
        (SearchQuery(query=""), [("query", "")]),
        (PdfQuery(only=True, page="p"), [("only", "true"), ("page", "p")]),
        (PageQuery(format="markdown", computed=False), [("computed", "false"), ("format", "markdown")]),
    ],
)
def test_a_query_is_written_as_pairs_without_what_is_absent(query: Query, pairs: list[tuple[str, str]]) -> None:
    assert query_pairs(query) == pairs


def test_a_query_is_read_from_the_words_of_a_url() -> None:
    read = SitesQuery.model_validate({"published": "true", "limit": "5", "title": "1", "unheardOf": "x"})
    assert read == SitesQuery(published=True, limit=5, title="1")

    assert ContentQuery().metadata is MISSING
    assert CommentsQuery().order is MISSING
    assert query_pairs(ContentQuery()) == []


@for_each("word", ["True", "TRUE", "1", "yes", "on", "t", "", " true", 1])
def test_a_flag_takes_the_words_true_and_false_alone(word: object) -> None:
    with pytest.raises(ValidationError):
        SitesQuery.model_validate({"published": word})
