"""A list of thousands of people, with every kind of bad row in it."""

import json
from collections import Counter

import pytest

from tests.asked import Log
from tests.blueprints.roster_pages import given, people, planned, report
from tests.changes.roster.crew import BEFORE, roles
from tests.pages.pages import Pages
from tests.records import add_people
from tests.rosters.bad_rows import BAD_ROWS
from tests.world import RunningService


@pytest.mark.exhaustive
def test_a_large_list_makes_a_light_page(alice: Pages) -> None:
    text = "".join(f"new-{number:04}@larkfield.example,member\n" for number in range(5000))
    shown = given(alice, text)
    assert len(people(shown, "add")) == 100
    assert len(shown.html) < 85_000
    rest = alice.get(f"{shown.path}?show=add&after=4900")
    assert people(rest, "add")[-1].endswith("line 5000")
    one = alice.get(f"{shown.path}?q=new-4711")
    assert people(one, "add") == ["new-4711@larkfield.example member line 4712"]


def test_each_bad_row_is_named_by_its_line_and_the_good_ones_go_through(alice: Pages, service: RunningService) -> None:
    good = add_people(service, "org_larkfield", 60)
    lines, expected = ["email,role"], {}
    for address, (text, said) in zip(good, BAD_ROWS.values(), strict=False):
        lines.append(f"{address},member")
        expected[str(len(lines) + 1)] = said
        lines += text.split("\n") if "\n" in text else [text]
    lines += good[len(BAD_ROWS) :]
    shown = given(alice, "\n".join(lines))
    wrong = alice.get(f"{shown.path}?show=wrong")
    told = {row[4]: row[5] for row in wrong.rows}
    skipped = {number for number, said in expected.items() if said.startswith(("This line repeats", "The line begins"))}
    assert told.keys() == expected.keys() - skipped
    assert [(told[number], expected[number]) for number in told if not told[number].startswith(expected[number])] == []
    alice.get(shown.path)
    planned(alice)
    assert len(roles(service)) == len(BEFORE) + 60
    rows = {row[0]: row[4] for row in report(alice)}
    assert all(rows[number].startswith("Row can't be used: ") for number in told)


@pytest.mark.exhaustive
def test_five_thousand_rows_with_each_kind_of_bad_row_go_through(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    people = add_people(service, "org_larkfield", 4900)
    unknown = ["nobody@larkfield.example", "user_gone", "stranger@larkfield.example"]
    rows = [f"{each},member" for each in people]
    for at, each in zip((20, 1700, 4800), unknown, strict=True):
        rows.insert(at, each)
    bad = [text for text, _ in BAD_ROWS.values() if "\n" not in text]
    given(alice, "\n".join(["email,role", *bad, *rows]))
    shown = planned(alice)
    while "Continue" in shown.buttons:
        shown = alice.submit(shown.path, press="Continue")
    assert "Done with differences" in shown.main
    assert len(roles(service)) == len(BEFORE) + 4900
    added = Counter(name for each in asked.all if each.method == "PUT" for name in json.loads(each.body)["add"])
    assert len(asked.writes) == 25 + 3 * 2
    assert max(added[each] for each in people) <= 3
    told = {row[1]: row[4] for row in report(alice)[1:]}
    assert [told[each][:20] for each in unknown] == ["The API refused this"] * 3
    assert Counter(came[:5] for came in told.values())["Added"] == 4900
    assert sum(came.startswith("Row can't be used: ") for came in told.values()) >= 40
