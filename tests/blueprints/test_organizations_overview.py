"""The home page of an organization: what waits for a person, what needs them, and figures; each part may fail."""

import re

from blueprints.organizations.alerts import join_titles
from tests.blueprints.overview import LISTINGS, ORG, TODAY, Told, listing, matters, part
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.reading import read_all
from tests.records import LONG_AGO, add_sites, delete_sites, give_role
from tests.world import ALICE, DANA, RunningService


def test_the_demo_world_in_the_morning_and_where_each_need_is_cured(alice: Pages) -> None:
    shown = alice.get(ORG)
    assert matters(shown) == [
        "Urgent: The certificate of Carriers (old directory) expired 40 days ago.",
        "Soon: The certificate of Drivers expires in 21 days.",
        "Soon: Auditors: the entity ID, the sign-on address, and the certificate are missing.",
        "Soon: 3 API specs are failing: tracking, edi-gateway, and partners-v0.",
    ]
    assert part(shown, "sites").startswith("Sites Public: 3 Unlisted: 2")
    assert "Single sign-on isn't enforced The next certificate expires in 21 days" in part(shown, "sign-on")
    assert shown.links["2 not published"] == f"{ORG}/sites?published=false"
    assert shown.links["5 published"] == f"{ORG}/sites?published=true"
    assert shown.links["View failing specs"] == f"{ORG}/specs?state=failing"
    assert shown.links["Replace certificate"].endswith("/certificate")  # the last of two


def test_what_waits_for_a_person_comes_first(alice: Pages, charlie: Pages) -> None:
    assert "hasn't read all change requests and comments yet" in part(alice.get(ORG), "mine")
    read_all(alice)
    shown = alice.get(ORG)
    assert "7 sites · 7 spaces · 3 teams" in shown.main
    assert part(shown, "mine").startswith(
        "For you 2 Review #2 Explain customs Shipping guide · Bob Okafor Open Reply Legal"
    )
    request = f"{ORG}/spaces/space_guide/change-requests/2"
    assert shown.links["Open #2 Explain customs"] == f"{request}?next={ORG}"
    assert shown.links["5 open change requests"] == f"{ORG}/inbox?kind=requests"
    read_all(charlie)
    assert "Legal asks us" not in part(charlie.get(ORG), "mine")


def test_a_need_is_snoozed_per_person(alice: Pages, service: RunningService) -> None:
    dana = Pages(alice.app).sign_in(DANA)
    give_role(service, "user_dana", "org_larkfield", "admin")
    specs = next(each for each in alice.get(ORG).buttons if each.startswith("Snooze: 3 API specs"))
    action = snooze_of(alice, specs)
    shown = alice.submit(action)
    assert shown.toasts == ["Snoozed for 7 days, for you only."]
    assert [each for each in matters(shown) if "API specs" in each] == []
    assert "1 snoozed 3 API specs are failing" in shown.main
    assert [each for each in matters(dana.get(ORG)) if "API specs" in each] != []
    alice.submit(f"{action}?wake=1")
    assert [each for each in matters(alice.get(ORG)) if "API specs" in each] != []


def snooze_of(pages: Pages, label: str) -> str:
    forms = [
        each for each in pages.shown.document.all("form") if any(b.get("aria-label") == label for b in each.iter())
    ]
    return str(forms[0].get("action"))


def test_a_reader_sees_what_a_reader_can_do(charlie: Pages) -> None:
    shown = charlie.get(ORG)
    assert (shown.status, part(shown, "sign-on"), matters(shown)) == (200, "", [])
    assert "could not be read" not in shown.main.lower()
    assert "All is well: nothing needs you here." in shown.main


@for_each("ending", LISTINGS)
@for_each("status", [500, 200, 403])
def test_each_read_may_fail_alone(told: Told, ending: str, status: int, service: RunningService) -> None:
    start_over(told[0], service)
    told[1].clear()
    alice, becomes = told
    becomes[ending] = faults.answer(status, b"no")
    shown = alice.get(ORG)
    assert (shown.status, shown.h1, shown.warnings) == (200, "Larkfield Freight", [])
    assert shown.links["Try again"] == (f"{TODAY}?refresh=1" if ending == "openapi" else f"{ORG}?refresh=1")
    assert "Not read:" in shown.main


def test_what_was_read_before_stands_with_its_age(told: Told) -> None:
    alice, becomes = told
    alice.get(ORG)
    becomes["saml"] = faults.refusal(500)
    shown = alice.get(ORG)
    assert re.search(r"Last read (a moment|\d+ seconds?) ago\. .* didn't answer\.", part(shown, "sign-on"))
    assert "certificate of Drivers" in matters(shown)[1]


def test_all_sites_count(alice: Pages, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 94)
    assert "5 published, 96 not published" in part(alice.get(ORG), "sites")


def test_no_site_says_what_to_do_first(alice: Pages, service: RunningService, charlie: Pages) -> None:
    delete_sites(service, ALICE, "org_larkfield")
    shown = alice.get(f"{ORG}?refresh=1")
    assert shown.links["Create a site"] == f"{ORG}/sites/new"
    assert "Your role doesn't let you create a site" in part(charlie.get(ORG), "first-steps")


NOBODY = "Nobody can read Partner onboarding. Readers need a share link, and no share link is active."


def test_share_links_that_open_nothing_are_told(told: Told) -> None:
    alice, becomes = told
    link = {"object": "share-link", "id": "link", "createdAt": LONG_AGO, "active": True}
    becomes["share-links"] = listing(link, link)
    found = [each for each in matters(alice.get(TODAY)) if "share link" in each]
    assert found[0].startswith(
        "Soon: 2 active share links of Larkfield Docs have no effect because the site's visibility is"
    )
    assert len(found) == 5  # all but the site that opens by them
    becomes["share-links"] = listing(link | {"active": False})
    assert [text for text in matters(alice.get(f"{TODAY}?refresh=1")) if "share link" in text] == [f"Soon: {NOBODY}"]


def test_names_are_few() -> None:
    assert [join_titles(list("abcde")[:count]) for count in (1, 2, 3, 5)] == [
        "a",
        "a and b",
        "a, b, and c",
        "a, b, c, and 2 more",
    ]
