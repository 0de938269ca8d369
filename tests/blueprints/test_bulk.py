"""Many sites get a value at once: chosen in their list, reviewed, and changed by a bulk change."""

from tests.asked import Log
from tests.bulk_changes import BULK_CHANGES
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_sites, ask
from tests.world import ALICE, CHARLIE, RunningService

ORG = "/orgs/org_larkfield"
LIST = f"{ORG}/sites"
BULK = f"{ORG}/bulk"
API = "/v1/orgs/org_larkfield/sites"


def chosen(pages: Pages, *sites: str, setting: str = "visibility", address: str = LIST, **more: str) -> Page:
    """Tick sites in the list, and press one of the buttons."""
    pages.get(address)
    ticked = [("site", f"site_{each}") for each in sites]
    return pages.post(BULK, [*ticked, ("setting", setting), *more.items()])


def visibility(service: RunningService, *names: str) -> list[str]:
    return [ask(service, ALICE, "GET", f"{API}/site_{name}").get_json()["visibility"] for name in names]


def reviewed(pages: Pages, **typed: str) -> Page:
    return pages.submit(BULK, typed, press="Apply the changes")


def test_the_list_offers_it_to_those_who_may_change_sites(alice: Pages) -> None:
    shown = alice.get(LIST)
    assert shown.buttons[-2:] == ["Who can read them…", "AI agents…"]
    assert "Select all" in shown.main
    charlie = Pages(alice.app).sign_in(CHARLIE)
    assert "Who can read them…" not in charlie.get(LIST).buttons


def test_a_bulk_change_changes_them_and_is_undone_whole(alice: Pages, service: RunningService, asked: Log) -> None:
    form = chosen(alice, "docs", "help", "partners")
    assert form.h1 == "Change 3 sites"
    review = alice.submit(BULK, visibility="share-link", press="Review changes")
    (amber,) = review.document.with_attribute("aria-labelledby", "depends")
    told = "Nobody can read these sites then, because no share link is active: Larkfield Docs, Help centre"
    assert text_of(next(amber.iter("li"))) == told
    assert review.h1 == "Review your changes"
    assert review.rows == [["Larkfield Docs", "Public", "Share link"], ["Help centre", "Public", "Share link"]]
    assert "Only people with a secret link can read them from then on. Everybody else loses access." in review.main
    assert "No change for 1 of the selected sites." in review.main
    assert asked.writes == []
    done = reviewed(alice, reason="The audit")
    assert (done.path, done.h1) == (f"{BULK_CHANGES}/1", "Who can read 2 sites: Share link")
    assert "Done 2 of 2 changes" in done.main
    assert visibility(service, "docs", "help", "partners") == ["share-link"] * 3
    assert alice.get(f"{ORG}/journal/1").facts["Why"] == "The audit"
    for number, seen in ((1, "public"), (2, "share-link")):
        alice.fill_in(f"{BULK_CHANGES}/{number}", press="Undo bulk change")
        alice.submit(f"{BULK_CHANGES}/{number + 1}", press="Apply 2 changes")
        assert visibility(service, "docs", "help") == [seen, seen]
    assert "Bulk change 3 redoes it: Done, " in alice.get(f"{BULK_CHANGES}/1").main


def test_opening_several_sites_takes_the_name_of_the_organization_and_one_none(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    chosen(alice, "partners", "handbook")
    review = alice.submit(BULK, visibility="public", press="Review changes")
    assert "Anyone can read it from then on. Nobody loses access." in review.main
    wrong = reviewed(alice, confirm="Larkfield")
    assert (wrong.status, wrong.error_at("confirm")) == (422, "The name doesn't match. Type “Larkfield Freight”.")
    assert asked.writes == []
    reviewed(alice, confirm=" Larkfield  Freight ")
    assert visibility(service, "partners", "handbook") == ["public", "public"]
    ask(service, ALICE, "PATCH", f"{API}/site_partners", {"visibility": "unlisted"})
    chosen(alice, "partners")
    alice.submit(BULK, visibility="public", press="Review changes")
    reviewed(alice)
    assert visibility(service, "partners") == ["public"]


def test_agents(alice: Pages, service: RunningService) -> None:
    chosen(alice, "docs", "handbook", setting="agentsContext")
    review = alice.submit(BULK, agentsContext="excluded", press="Review changes")
    assert review.rows == [["Larkfield Docs", "Included", "Excluded"]]
    assert "The documentation service's AI agents lose access." in review.main
    done = reviewed(alice)
    summary = "Change the site Larkfield Docs: AI agents, to Excluded"
    assert (done.h1, done.rows[0][1]) == ("AI agents of 1 site: Excluded", summary)
    assert ask(service, ALICE, "GET", f"{API}/site_docs").get_json()["agentsContext"] == "excluded"


def test_ticks_of_many_pages_are_found(alice: Pages, service: RunningService, asked: Log) -> None:
    add_sites(service, "org_larkfield", 130)
    filtered = f"{LIST}?title=Site+0"
    assert "Select all that match" in alice.get(filtered).main
    assert alice.submit(BULK, all="1", press="Who can read them…").h1 == "Change 130 sites"
    assert chosen(alice, address=filtered, all="1", title="Site 0", published="maybe").h1 == "Change 100 sites"
    second = alice.get(alice.get(LIST).links["Next page"])
    asked.clear()
    form = alice.submit(BULK, {}, press="Who can read them…")
    assert form.toasts == ["Select at least one site first."]
    alice.page = second
    ids = second.offers("site")[:3]
    page = next(each.attrib["value"] for each in second.document.with_attribute("name", "page"))
    alice.post(BULK, [*(("site", each) for each in ids), ("setting", "visibility"), ("page", page)])
    assert alice.shown.h1 == "Change 3 sites"
    assert asked.lines.count(f"GET {API}") <= 3
    assert [line for line in asked.lines if "site_" in line] == []
    assert chosen(alice, "docs", "org_larkfield_0130", "gone").h1 == "Change 2 sites"


def test_a_ticked_site_that_a_colleague_deleted_is_named(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(LIST)
    ask(service, ALICE, "DELETE", f"{API}/site_docs")
    asked.clear()
    ticked = [("site", "site_docs"), ("setting", "visibility")]
    (told,) = alice.post(BULK, ticked).toasts
    assert told.startswith("Masthead couldn't read Larkfield Docs, so you can't change anything there.")
    shown = alice.post(BULK, [*ticked, ("site", "site_help")])
    assert (shown.h1, shown.toasts, asked.writes) == ("Change 1 site", [told], [])


def test_what_is_missing_wrong_or_forged_is_refused(alice: Pages, asked: Log) -> None:
    assert chosen(alice).toasts == ["Select at least one site first."]
    assert chosen(alice, "docs", setting="title").toasts == ["Select at least one site first."]
    assert alice.get(BULK).path == LIST
    assert asked.writes == []
    chosen(alice, "docs", "help")
    assert (
        alice.submit(BULK, press="Review changes").error_at("visibility")
        == "Who can read these sites: select an option."
    )
    same = alice.submit(BULK, visibility="public", press="Review changes")
    assert same.problems == ["All of these sites already have this setting, so there is nothing to change."]
    alice.submit(BULK, visibility="unlisted", press="Review changes")
    assert alice.submit(BULK, press="Go on editing").value("visibility") == ["unlisted"]
    chosen(alice, "docs")
    shown = alice.submit(BULK, visibility="unlisted", press="Review changes", forged={"was": "forged"})
    assert shown.status == 422
    assert "This page is out of date." in shown.problems[0]
    assert asked.writes == []
    assert alice.post(BULK, {"was": "x", "setting": "title"}).toasts == ["Select at least one site first."]
