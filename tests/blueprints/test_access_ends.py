"""A day until which somebody is in a team, or a team has a role: Masthead reminds of it, and removes nobody."""

import json
from datetime import timedelta
from typing import Any

from flask import Flask

from masthead.store.notes import AccessEnd, AccessKey
from masthead.web.person.locale import today
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.access_pages import seen
from tests.blueprints.overview import ORG, TODAY, Told, matters
from tests.blueprints.team_pages import call
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

ENDS = f"{ORG}/access-ends"
TEAM, ERIN = f"{ORG}/teams/team_docs", f"{ENDS}/team/team_docs/user_erin"
SPACE, ROLE = f"{ORG}/spaces/space_guide/access", f"{ENDS}/space/space_guide/team_docs"
KEY = AccessKey("org_larkfield", "team", "team_docs", "user_erin")


def save(portal: Flask, days: int, key: AccessKey = KEY, owner: str = "x") -> None:
    end = AccessEnd(key, "Erin Walsh", "Documentation", today() + timedelta(days=days), owner)
    get_portal(portal).store.access_ends.save(end)


def find(portal: Flask) -> list[AccessEnd]:
    return get_portal(portal).store.access_ends.find("org_larkfield")


def last_days(page: Page) -> list[str]:
    return [text for text in matters(page) if "last day" in text]


def test_a_last_day_is_saved_shown_and_cleared(alice: Pages, portal: Flask, asked: Log) -> None:
    day = today() + timedelta(days=30)
    seen(alice)
    for place, at, row, area in ((TEAM, ERIN, "Erin Walsh", "Teams"), (SPACE, ROLE, "Documentation", "Spaces")):
        assert alice.get(place).links[f"Until a date: {row}"] == at
        form = alice.get(at)
        assert "it doesn't remove anybody by itself" in form.main
        assert area in {text_of(each).strip() for each in form.document.with_attribute("aria-current", "true")}
        assert alice.save(at, due="2020-01-31").error_at("due") == (
            "Last day: this day is in the past. Enter today or a later day, or leave it empty."
        )
        shown = alice.submit(at, due=day.isoformat())
        assert shown.path == place
        assert shown.toasts[0].startswith(f"The last day of {row} in ")
        (cells,) = (cells for cells in shown.rows if any("until" in each for each in cells))
        assert any(each.startswith(row) for each in cells)
        assert alice.get(at).value("due") == day.isoformat()
    assert asked.writes == []
    assert alice.get(ROLE).value("due") == day.isoformat()
    assert alice.submit(ROLE, due="").toasts == ["Documentation has no last day in Shipping guide any more."]
    person = alice.get(f"{ORG}/people/user_erin")
    assert [cells[1] for cells in person.rows if "until" in cells[1]] == [f"Owner until {day.day} {day:%b %Y}"]
    assert [(each.key, each.title, each.place_title) for each in find(portal)] == [(KEY, "Erin Walsh", "Documentation")]


def test_who_may_not_change_the_access_chooses_no_day(bob: Pages, dana: Pages, portal: Flask) -> None:
    call(bob, "Grace Tanaka", BOB)
    for at in (ERIN, ROLE):
        assert bob.get(at).is_closed("due")
        refused = bob.post(at, {"due": today().isoformat()})
        assert (refused.status, "doesn't let you change" in refused.problems[0]) == (403, True)
        assert dana.get(at).status in {403, 404}
    assert bob.get(f"{ENDS}/team/team_docs/user_nobody").status == 404
    assert find(portal) == []


def test_home_names_what_ends_until_it_is_gone(alice: Pages, portal: Flask, service: RunningService) -> None:
    save(portal, 8)
    assert last_days(alice.get(TODAY)) == []
    save(portal, 7)
    assert last_days(alice.get(TODAY)) == ["Soon: The last day of Erin Walsh in Documentation is in 7 days."]
    save(portal, -1)
    shown = alice.get(TODAY)
    assert last_days(shown) == ["Urgent: The last day of Erin Walsh in Documentation was yesterday."]
    assert alice.get(shown.links["Choose another day"]).h1 == "Erin Walsh in Documentation"
    assert alice.get(shown.links["Remove…"]).rows[0][0].startswith("Erin Walsh")
    save(portal, -1, AccessKey("org_larkfield", "space", "space_guide", "team_docs"))
    links = [each for each in alice.get(TODAY).document.all("a") if each.get("href") == f"{SPACE}/team_docs/remove"]
    assert len(links) == 1
    alice.submit(alice.get(f"{SPACE}/team_docs/remove").path, press="Remove role")
    assert [each.key for each in find(portal)] == [KEY]
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/teams/team_docs/members/user_erin")
    assert len(last_days(alice.get(TODAY))) == 1
    alice.get(f"{TEAM}?refresh=1")
    later = KEY._replace(subject="user_new")
    save(portal, 0, later)
    assert len(last_days(alice.get(TODAY))) == 1, "the list is older than the day"
    get_portal(portal).store.access_ends.drop(later)
    assert (last_days(alice.get(TODAY)), find(portal)) == ([], [])
    assert alice.get(ERIN).status == 404


def test_home_tells_administrators_and_who_chose_the_day(bob: Pages, portal: Flask) -> None:
    save(portal, 0)
    assert last_days(bob.get(TODAY)) == []
    save(portal, 0, owner=get_portal(portal).store.keys.owner_of(BOB))
    assert len(last_days(bob.get(TODAY))) == 1


def test_reminders_leave_out_what_is_gone_or_may_not_be_read(told: Told) -> None:
    alice, becomes = told
    save(alice.app, 3)
    save(alice.app, 3, KEY._replace(subject="user_nobody"))

    def reminders() -> list[dict[str, Any]]:
        found = json.loads(alice.get("/reminders.json").html)["reminders"]
        return [each for each in found if each["kind"] == "access-end"]

    becomes["members"] = faults.refusal(500)
    assert len(reminders()) == 2
    assert "Larkfield" in str(json.loads(alice.get("/reminders.json").html)["unread"])
    becomes["members"] = faults.refusal(403)
    assert reminders() == []
    assert len(find(alice.app)) == 2
    del becomes["members"]
    (due,) = reminders()
    assert due["title"] == "The last day of Erin Walsh in Documentation (Larkfield Freight)"
    assert (due["daysLeft"], alice.get(due["url"].removeprefix("http://localhost")).status) == (3, 200)
    assert [each.key for each in find(alice.app)] == [KEY]
    assert "The last day of Erin Walsh" in alice.get("/reminders.ics").html.replace("\r\n ", "")
