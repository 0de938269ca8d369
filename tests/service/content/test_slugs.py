"""Slugs for many at once, and what is named by them."""

from service.content.markdown import sections, to_plain_text
from service.content.parsed import MAX_REMEMBERED, tokens
from service.content.rich_text import block_keys
from service.slugs import FreeSlugs, free_slug
from tests.loops import for_each

MANY = 5_000


def test_many_slugs_are_those_that_each_would_get() -> None:
    wanted = ["a", "a", "a-2", "a", "a-2", "b", "a-2-2", "a-3", "a"]
    own, one_by_one = FreeSlugs(), list[str]()
    for each in wanted:
        one_by_one.append(free_slug(each, one_by_one))
    assert [own.take(each) for each in wanted] == one_by_one


def test_a_text_of_one_heading_many_times_is_read() -> None:
    anchors = [part.anchor for part in sections("# a\n" * MANY)]
    assert (anchors[1], anchors[2], anchors[-1]) == ("a", "a-2", f"a-{MANY}")


def test_blocks_that_are_alike_have_keys_of_their_own() -> None:
    keys = list(block_keys("a\n\n" * MANY))
    assert len(keys) == MANY
    assert max(map(len, keys)) < 30


def test_a_text_with_more_blocks_than_are_remembered_is_read_too() -> None:
    paragraphs = MAX_REMEMBERED // 3 + 1
    many = "a\n\n" * paragraphs
    assert len(tokens(many)) == 3 * paragraphs
    assert tokens("a") is tokens("a")
    assert tokens(many) is not tokens(many)


@for_each(
    "written, shown",
    [(r"\<b\> \# R\&D", "<b> # R&D"), (r"a\b", r"a\b"), (r"\[a](b) [c](d)", "[a](b) c"), ("snake_case", "snake case")],
)
def test_words_are_shown_without_what_protects_them(written: str, shown: str) -> None:
    assert to_plain_text(written) == shown
