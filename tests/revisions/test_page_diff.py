"""The difference of two revisions: pages by id, where they stand, what is set of them, and files."""

from typing import Any

from contract.authoring.pages import SpaceFile, SpacePage
from masthead.revisions import ContentDifference, PageChange, compare_content
from tests.loops import for_each


def page(id_: str, *below: SpacePage, **said: object) -> SpacePage:
    fields = {"title": id_.upper(), "slug": id_, "type": "document", "documentId": f"doc-{id_}", **said}
    return SpacePage.model_validate({"id": id_, **fields, "pages": list(below)})


def difference(old: list[SpacePage], new: list[SpacePage]) -> list[PageChange]:
    return list(compare_content(old, new, [], []).pages)


def ids(changes: list[PageChange], mark: str) -> list[str]:
    return [each.page.id for each in changes if getattr(each, mark)]


def test_the_same_is_no_difference() -> None:
    tree = [page("a", page("b"), page("c"))]
    assert not compare_content(tree, tree, [], [])
    assert not ContentDifference([], [])
    before = [SpacePage(id="b", title="B", type="document", path="a/b", documentId="d")]
    after = [SpacePage(id="b", title="B", type="document", path="c/b", documentId="d")]
    assert difference(before, after) == [], "the path differs by those above"


def test_pages_are_added_removed_and_moved() -> None:
    found = difference([page("a"), page("b")], [page("a"), page("c", page("d"))])
    assert (ids(found, "is_added"), ids(found, "is_removed")) == (["c", "d"], ["b"])
    assert found[1].spot.above == ("C",)
    found = difference([page("a"), page("b")], [page("x"), page("b", page("y")), page("z")])
    assert ids(found, "is_moved") == [], "pages around a new one are not moved"

    found = difference([page("a"), page("b", page("c", page("d")))], [page("a", page("c", page("d"))), page("b")])
    assert [(each.page.id, each.is_moved) for each in found] == [("c", True)]
    assert found[0].before is not None
    assert (found[0].before.above, found[0].spot.above) == (("B",), ("A",))


@for_each("order,moved", [("abcd", 0), ("bacd", 1), ("dabc", 1), ("bcda", 1), ("dcba", 3), ("acbd", 1), ("badc", 2)])
def test_the_fewest_siblings_explain_another_order(order: str, moved: int) -> None:
    found = difference([page(each) for each in "abcd"], [page(each) for each in order])
    assert len(ids(found, "is_moved")) == len(found) == moved


@for_each(
    "before,after,mark",
    [
        ({"title": "One"}, {"title": "Two"}, "is_renamed"),
        ({"slug": "one"}, {"slug": "two"}, "is_readdressed"),
        ({"documentId": "one"}, {"documentId": "two"}, "has_texts"),
        ({"updatedAt": "2025-01-01T00:00:00Z"}, {"updatedAt": "2025-01-02T00:00:00Z"}, "has_texts"),
        ({"hidden": True}, {}, "facts"),
        ({"layout": {"cover": True}}, {"layout": {"cover": False}}, "facts"),
    ],
)
def test_what_differs_of_a_page(before: dict[str, Any], after: dict[str, Any], mark: str) -> None:
    (found,) = difference([page("a", **before)], [page("a", **after)])
    marks = ("is_renamed", "is_readdressed", "is_moved", "has_texts", "facts")
    assert [each for each in marks if getattr(found, each)] == [mark]


def test_a_text_of_which_nothing_is_reported_may_differ() -> None:
    bare = SpacePage(id="a", title="A", type="document")
    assert ids(difference([bare], [bare.model_copy()]), "has_texts") == ["a"]
    link = SpacePage(id="a", title="A", type="link")
    assert difference([link], [link.model_copy()]) == []


def test_files_are_added_removed_and_changed() -> None:
    def file(id_: str, size: int = 1) -> SpaceFile:
        return SpaceFile(id=id_, name=f"{id_}.png", size=size)

    found = compare_content([], [], [file("a"), file("b"), file("c")], [file("a"), file("b", 2), file("d")]).files
    told = [(each.file.id, each.before is None, each.after is None) for each in found]
    assert told == [("b", False, False), ("d", True, False), ("c", False, True)]
