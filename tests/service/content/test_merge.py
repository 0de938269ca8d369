"""Two changes of one tree of pages and of one text, slugs, and what is named by them."""

from dataclasses import replace

import pytest

from service.content.markdown import MAX_REMEMBERED, parse_tokens, split_sections, to_plain_text
from service.content.merge import MAX_LINES, MergeConflictError, merge_pages, merge_sets, merge_texts
from service.content.pages import Leaf, arrange_leaves
from service.content.rich_text import list_block_keys
from service.slugs import FreeSlugs
from tests.loops import for_each

POEM = "one\ntwo\nthree\nfour\nfive"


def leaf(name: str, parent: str | None = None, markdown: str = POEM, version: str = "1", **fields: str) -> Leaf:
    said = {"title": name, "type": "document", "updatedAt": f"2025-0{version}-01"} | fields
    return Leaf(name, parent, name, name, dict(said), markdown, f"{name} {version}")


def ids(leaves: list[Leaf]) -> list[str]:
    return [each.path for each in leaves]


@for_each(
    "ours, theirs, merged",
    [
        (POEM, POEM, POEM),
        ("ONE\n" + POEM, POEM, "ONE\n" + POEM),
        (POEM.replace("one", "ONE"), POEM.replace("five", "FIVE"), "ONE\ntwo\nthree\nfour\nFIVE"),
        (POEM.replace("two\n", ""), POEM + "\nsix", "one\nthree\nfour\nfive\nsix"),
        (POEM.replace("two", "2"), POEM.replace("two", "2") + "\n6", POEM.replace("two", "2") + "\n6"),
        (POEM.replace("two", "2"), POEM.replace("two", "zwei"), None),
        (POEM.replace("two\n", ""), POEM.replace("two", "zwei"), None),
        ("0\n" + POEM, "null\n" + POEM, None),
        ("", POEM.replace("two", "2"), None),
    ],
)
def test_changes_of_different_lines_are_both_kept(ours: str, theirs: str, merged: str | None) -> None:
    assert merge_texts(POEM, ours, theirs) == merged
    assert merge_texts(POEM, theirs, ours) == merged


def test_a_text_that_is_too_long_is_not_merged() -> None:
    text = "\n".join(map(str, range(MAX_LINES)))
    assert merge_texts(text, "a" + text, text + "b") == "a" + text + "b"
    assert merge_texts(text + "\n", "a" + text + "\n", text + "b\n") is None


def test_a_tree_is_merged_page_by_page() -> None:
    base = [leaf("a"), leaf("b"), leaf("c"), leaf("d")]
    ours = [leaf("a"), leaf("x", "a"), leaf("b", version="2"), leaf("d")]
    theirs = [leaf("a", version="2"), leaf("b"), leaf("y"), leaf("c")]
    merged = merge_pages(base, arrange_leaves(ours), theirs)
    assert ids(merged) == ["a", "a/x", "b", "y"]
    assert [each.version for each in merged] == ["a 2", "x 1", "b 2", "y 1"]

    base = [leaf("a"), leaf("b"), leaf("c")]
    moved = [leaf("c"), leaf("a"), leaf("b")]
    added = [leaf("a"), leaf("x"), leaf("b"), leaf("c")]
    assert ids(merge_pages(base, added, moved)) == ids(merge_pages(base, moved, added)) == ["c", "a", "x", "b"]


def test_pages_move_below_others() -> None:
    base = [leaf("a"), leaf("b")]
    below = arrange_leaves([leaf("a"), leaf("b", "a")])
    changed = [leaf("a"), leaf("b", version="2", markdown="new")]
    for merged in (merge_pages(base, below, changed), merge_pages(base, changed, below)):
        assert [(each.path, each.markdown) for each in merged] == [("a", POEM), ("a/b", "new")]

    base = [leaf("a"), leaf("b")]
    merged = merge_pages(base, [leaf("b"), leaf("a", "b")], [leaf("a"), leaf("b", "a")])
    assert sorted(each.id for each in merged) == ["a", "b"]


def test_both_change_different_lines_and_fields_of_a_page() -> None:
    base = [leaf("a", description="x")]
    ours = [leaf("a", version="2", markdown=POEM + "\nsix", description="x")]
    theirs = [leaf("a", version="3", markdown="zero\n" + POEM, description="y")]
    (merged,) = merge_pages(base, ours, theirs)
    assert merged.markdown == f"zero\n{POEM}\nsix"
    assert merged.fields == {"title": "a", "type": "document", "updatedAt": "2025-03-01", "description": "y"}
    assert merged.version not in {"a 1", "a 2", "a 3"}


@for_each("theirs", [[leaf("a", version="3", markdown="zwei")], [leaf("a", version="3", title="A")], []])
def test_both_change_the_same(theirs: list[Leaf]) -> None:
    ours = [replace(leaf("a", version="2", markdown="deux"), fields=leaf("a", title="B").fields)]
    with pytest.raises(MergeConflictError) as found:
        merge_pages([leaf("a")], ours, theirs)
    assert found.value.titles == ["B"]


def test_a_set_has_what_either_added_and_none_removed() -> None:
    assert merge_sets([1, 2, 3], [1, 2, 4], [2, 3, 5]) == [2, 4, 5]


MANY = 5_000


def test_what_is_alike_gets_names_of_its_own() -> None:
    wanted = ["a", "a", "a-2", "a", "a-2", "b", "a-2-2", "a-3", "a"]
    own = FreeSlugs()
    given = ["a", "a-2", "a-2-2", "a-3", "a-2-3", "b", "a-2-2-2", "a-3-2", "a-4"]
    assert [own.take(each) for each in wanted] == given

    anchors = [part.anchor for part in split_sections("# a\n" * MANY)]
    assert (anchors[1], anchors[2], anchors[-1]) == ("a", "a-2", f"a-{MANY}")

    keys = list(list_block_keys("a\n\n" * MANY))
    assert len(keys) == MANY
    assert max(map(len, keys)) < 30


def test_a_text_with_more_blocks_than_are_remembered_is_read_too() -> None:
    paragraphs = MAX_REMEMBERED // 3 + 1
    many = "a\n\n" * paragraphs
    assert len(parse_tokens(many)) == 3 * paragraphs
    assert parse_tokens("a") is parse_tokens("a")
    assert parse_tokens(many) is not parse_tokens(many)


@for_each(
    "written, shown",
    [(r"\<b\> \# R\&D", "<b> # R&D"), (r"a\b", r"a\b"), (r"\[a](b) [c](d)", "[a](b) c"), ("snake_case", "snake case")],
)
def test_words_are_shown_without_what_protects_them(written: str, shown: str) -> None:
    assert to_plain_text(written) == shown
