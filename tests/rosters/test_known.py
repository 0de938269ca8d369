"""The file of the members as they are, given again: whatever their ids and addresses look like."""

from masthead.resources.organization import Member
from masthead.rosters.comparison import RosterAction, compare_with_members
from masthead.rosters.roster import read_roster
from masthead.web.http.spreadsheets import csv_line
from tests.loops import for_each

STRANGE = [
    *("a/b%2F c#?x", "..", "-", "=1+1", "+49 170", "'quoted'", '"', "a,b;c", "a\nb", " user_anna", "#7", "n/a"),
    *("a@b|C", "Ä", "x" * 300),
]
ADDRESSES = [
    *("heidi@localhost", "+tag@x.example", "O'Brien+x@Example.COM", "a@a_b.example", "no address"),
    "a@straße.example",
]
TEAM = [
    *(Member(id_, "", "", "member") for id_ in STRANGE),
    *(Member(f"user_{at}", "Lee, Anna", address, "owner") for at, address in enumerate(ADDRESSES)),
]
KNOWN = [name for each in TEAM for name in (each.id, each.email)]


def test_the_members_as_they_are_ask_for_nothing() -> None:
    rows = [(each.email, each.id, each.role, each.name) for each in TEAM]
    text = "".join(map(csv_line, [("email", "id", "role", "name"), *rows]))
    found = compare_with_members(read_roster(text, KNOWN), TEAM, exact=True)
    assert [(line.note, line.action, line.key) for line in found.lines] == [
        ("", RosterAction.SAME, each.id) for each in TEAM
    ]


@for_each("id_", [id_ for id_ in STRANGE if id_.isprintable() and not {",", '"'} & {*id_}])
def test_an_id_alone_is_enough(id_: str) -> None:
    (line,) = compare_with_members(read_roster(f"{id_}\n", KNOWN), TEAM, exact=False).lines
    assert (line.action, line.key) == (RosterAction.SAME, id_)


def test_people_are_told_apart_as_they_are_known() -> None:
    team = [
        Member("user_1", "", "Anna@x.example", "owner"),
        Member("user_2", "", "anna@x.example", "member"),
    ]
    text = "Anna@x.example,owner\nanna@x.example,member\n"
    found = compare_with_members(read_roster(text, [each.email for each in team]), team, exact=True)
    assert [(line.action, line.key) for line in found.lines] == [
        (RosterAction.SAME, "user_1"),
        (RosterAction.SAME, "user_2"),
    ]

    (row,) = read_roster("judith@localhost\n", KNOWN).rows
    assert row.wrong == "“localhost” isn't a complete domain. It has no dot."
