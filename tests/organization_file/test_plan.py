"""A plan makes the organization what the file says, and nothing else."""

from copy import deepcopy
from random import Random
from typing import Any

from masthead.client import Api
from masthead.organization_file import document
from masthead.organization_file.export import export
from masthead.organization_file.plan import Plan, describe, plan
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.organization_file.editor import Editor
from tests.writes.desk import ORG

MAX_ROUNDS = 8


def read(api: Api) -> dict[str, Any]:
    return export(api, ORG, people=True)


def send(api: Api, planned: Plan) -> None:
    for change in planned.changes:
        if not change.waits:
            api.write(change.endpoint, *change.ids, body=change.body, organization=ORG)


def bring_about(api: Api, wanted: dict[str, Any], *, allow_delete: bool = True) -> dict[str, Any]:
    """Apply a file as the loop of bulk changes does, and return what is there then."""
    for _ in range(MAX_ROUNDS):
        live = read(api)
        planned = plan(live, wanted, allow_delete)
        assert not planned.refused
        if not planned.changes:
            return live
        send(api, planned)
    raise AssertionError(describe(plan(read(api), wanted, allow_delete)))


def key_of(item: dict[str, Any]) -> str:
    return str(next(item[name] for name in ("id", "slug", "name", "title", "label", "spaceId") if name in item))


def differences(wanted: Any, found: Any, where: str = "") -> list[str]:  # noqa: ANN401 - JSON
    """Where `found` isn't as wanted; what `wanted` leaves out is free, and new objects have no ids in it."""
    if isinstance(wanted, dict):
        return [each for name in wanted for each in differences(wanted[name], found.get(name), f"{where}/{name}")]
    if not isinstance(wanted, list) or not all(isinstance(each, dict) for each in wanted):
        return [] if wanted == found else [f"{where}: {wanted!r}, not {found!r}"]
    if len(wanted) != len(found):
        return [f"{where}: {len(wanted)} items, not {len(found)}"]
    there, keys = {key_of(each): each for each in found}, {key_of(each) for each in wanted}
    rest = iter([each for each in found if key_of(each) not in keys])
    pairs = [(item, there[key_of(item)] if key_of(item) in there else next(rest)) for item in wanted]
    return [each for number, pair in enumerate(pairs) for each in differences(*pair, f"{where}/{number}")]


def test_an_edited_file_comes_about(api: Api) -> None:
    live = read(api)
    assert plan(live, live, allow_delete=True) == Plan([], [], [])
    editor = Editor(live, Random(44))  # noqa: S311 - the same edits in each run
    for _ in range(HISTORIES // 50):
        editor.file = deepcopy(live)
        for _ in range(10):
            editor.edit()
        text = document.dump(editor.file)
        assert document.load(text) == document.FileDocument(editor.file, [])
        live = bring_about(api, editor.file)
        assert differences(editor.file, live) == []


LIVE = {
    "organization": "org_a",
    "settings": {"title": "A"},
    "sites": [
        {
            "id": id_,
            "title": title,
            "type": "basic",
            "visibility": "public",
            "adaptiveSchema": {"jsonSchema": {}},
            "groups": [],
            "sections": [{"id": "s1", "title": "Start", "groupId": None}],
            "shareLinks": [],
            "siteSpaces": [{"id": "ss1", "path": "a", "title": "S", "spaceId": "sp1", "sectionId": "s1"}],
        }
        for id_, title in (("s1", "Docs"), ("s2", "Twin"), ("s3", "Twin"))
    ],
    "teams": [{"id": "t1", "title": "Writers"}],
    "spaces": [{"id": "sp1", "title": "S", "roles": [], "values": {}}],
}
"""A small export without members."""


@for_each(
    "wanted,refused",
    [
        (
            {"organization": "org_b"},
            (
                "The file is of the organization org_b, and this is org_a. "
                "To create its items here, remove the line “organization” from the file."
            ),
        ),
        ({"translations": []}, "“translations” wasn't read, so it can't be compared."),
        ({"sites": [{"title": "Twin"}]}, "Several sites are called “Twin”. Say which: s2, s3."),
        ({"sites": [{"visibility": "public"}]}, "site ?: “title” is missing."),
        ({"sites": [{"id": "s1", "type": "premium"}]}, "site Docs: Masthead can't change its field “type”."),
        ({"sites": [{"id": "s1", "adaptiveSchema": None}]}, "visitor schema Docs: Masthead can't remove it."),
        ({"sites": [{"id": "s1", "groups": [{"icon": "gear"}]}]}, "Docs: section group ?: “title” is missing."),
        ({"sites": [{"id": "s1", "sections": [{"title": "New"}]}]}, "Docs: section New: Masthead can't create it."),
        (
            {"sites": [{"id": "s1", "siteSpaces": [{"id": "ss1", "sectionId": "Nowhere"}]}]},
            "Docs: space of a site S: There is no “Nowhere” for its field “sectionId”.",
        ),
        (
            {"settings": {"defaultContent": {"type": "site", "site": "Lost"}}},
            "organization A: There is no “Lost” for its field “defaultContent”.",
        ),
        ({"teams": [{"id": "t1", "members": []}]}, "“members” wasn't read, so it can't be compared."),
        ({"teams": [{"title": "New"}]}, "team New: It doesn't exist, and Masthead can't create it."),
        (
            {"organization": "org_a", "sites": [{"id": "s9", "title": "Gone"}]},
            "site Gone: There is no “s9”. To create a new one, leave “s9” out.",
        ),
        (
            {"spaces": [{"id": "sp1", "roles": [{"title": "Readers", "role": "read"}]}]},
            "S: role of a team Readers: Nothing that was read has this name.",
        ),
    ],
)
def test_what_cannot_be_done_is_refused(wanted: dict[str, Any], refused: str) -> None:
    assert plan(LIVE, wanted, allow_delete=True).refused == [refused]


def test_nothing_is_deleted_without_consent() -> None:
    wanted = {
        "sites": [{"id": "s1", "siteSpaces": []}],
        "spaces": [{"id": "sp1", "roles": [{"title": "Writers", "role": "edit"}]}],
    }
    kept = plan(LIVE, wanted)
    assert ([each.summary for each in kept.changes], kept.kept) == (
        ["S: Create the role of a team Writers"],
        ["Docs: space of a site S", "site Twin", "site Twin"],
    )
    deleted = plan(LIVE, wanted, {"s2", "ss1"})
    assert [(each.action, each.ids[-1]) for each in deleted.changes] == [
        ("create", "t1"),
        ("delete", "ss1"),
        ("delete", "s2"),
    ]
    assert describe(deleted)[-1] == "1 to create, 0 to change, 2 to delete, 0 not possible, 1 not in the file"
