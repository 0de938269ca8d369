"""The settings of an organization: each section by itself, what is saved of it, and what is refused."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.filling import Value
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SETTINGS = "/orgs/org_larkfield/settings"
API = "/v1/orgs/org_larkfield"
LOGO = "https://larkfield.example/{}.svg"


def saved(service: RunningService) -> dict[str, object]:
    organization: dict[str, object] = ask(service, ALICE, "GET", API).get_json()
    return organization


def test_it_shows_what_is_saved_and_what_only_the_service_changes(alice: Pages, dana: Pages) -> None:
    shown = alice.get(SETTINGS)
    names = (
        "title",
        "hostname",
        "logo-is",
        "emailDomains",
        "defaultRole",
        "inviteLinks",
        "defaultContent",
        "ai",
    )
    assert {name: shown.value(name) for name in names} == {
        "title": "Larkfield Freight",
        "hostname": "larkfield",
        "logo-is": ["none"],
        "emailDomains": "larkfield.example\ndrivers.larkfield.example",
        "defaultRole": ["read"],
        "inviteLinks": True,
        "defaultContent": ["site_docs"],
        "ai": True,
    }
    facts = alice.get(SETTINGS).facts
    assert (facts["State"], facts["Plan"], facts["Trial"]) == ("Active", "Pro (2024)", "Not applicable")
    assert facts["Billing"].startswith("Yearly, until 6 Mar 20")
    assert dana.get("/orgs/org_orchard/settings").facts["Kind"] == "Community · Internal documentation · Nonprofit"
    assert alice.get(f"{SETTINGS}/zebra").status == 404
    assert alice.post(f"{SETTINGS}/zebra", {"title": "x"}).status == 404


@for_each("section", ["profile", "access", "content", "ai"])
def test_saving_an_untouched_section_sends_nothing(alice: Pages, asked: Log, section: str) -> None:
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/{section}")
    assert (shown.path, shown.toasts) == (SETTINGS, ["Nothing to save. You changed nothing."])
    assert asked.writes == []


@for_each(
    "section, field, value, after",
    [
        ("profile", "title", " Larkfield Air ", "Larkfield Air"),
        ("profile", "hostname", "Larkfield-Air", "larkfield-air"),
        ("access", "emailDomains", "", []),
        (
            "access",
            "emailDomains",
            "A.example, @b.example;me@c.example\n\na.example",
            ["a.example", "b.example", "c.example"],
        ),
        ("access", "defaultRole", "comment", "comment"),
        ("access", "defaultRole", "", None),
        ("access", "inviteLinks", False, False),
        ("content", "defaultContent", "site_help", {"type": "site", "site": "site_help"}),
        ("ai", "ai", False, False),
    ],
)
def test_a_field_is_saved_and_shown(
    alice: Pages, service: RunningService, asked: Log, section: str, field: str, value: Value, after: object
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.save(f"{SETTINGS}/{section}", {field: value})
    assert (shown.path, shown.status, shown.toasts[-1][-7:]) == (SETTINGS, 200, " saved.")
    assert asked.writes == [f"PATCH {API}"]
    assert saved(service)[field] == after


def test_landing_content_is_nothing_or_named_by_the_id_of_a_site_that_is_there(
    alice: Pages, asked: Log, service: RunningService
) -> None:
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/content", {"defaultContent-other": "site_zebra"})
    assert (shown.status, asked.writes) == (422, [])
    assert shown.error_at("defaultContent").startswith("This organization has no such site")
    assert shown.value("defaultContent-other") == "site_zebra"
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/content", defaultContent="")
    assert "defaultContent" not in saved(service)
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/content", {"defaultContent-other": "site_partners"})
    assert saved(service)["defaultContent"] == {"type": "site", "site": "site_partners"}


def test_a_logo_is_set_kept_and_taken_away(alice: Pages, service: RunningService) -> None:
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", {"logo-is": "text"}, logo=LOGO.format("logo"))
    shown = alice.get(SETTINGS)
    assert LOGO.format("logo") in shown.facts["Logo"]
    assert shown.value("logo-is") == ["keep"]
    alice.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    assert LOGO.format("logo") in alice.get(SETTINGS).facts["Logo"]
    alice.submit(f"{SETTINGS}/profile", {"logo-is": "none"})
    assert "logo" not in saved(service)["urls"]  # type: ignore[operator]


NO_LOGO = ("logo.svg", "/logo.svg", "ftp://larkfield.example/logo.svg", "javascript:alert(1)", "https://", "")


@for_each(
    "section, typed, status, told",
    [
        *(("profile", {"logo-is": "text", "logo": typed}, 422, "") for typed in NO_LOGO),
        ("profile", {"hostname": "lark.field"}, 422, "The documentation service refused this: “"),
        (
            "profile",
            {"hostname": "orchard"},
            409,
            "The documentation service refused this: “another ",
        ),
        ("access", {"emailDomains": "*.a.example\nb\nlarkfield.example"}, 422, "“*.a.example” has a wildcard"),
    ],
)
def test_what_is_refused_is_told_at_its_field(
    alice: Pages, service: RunningService, section: str, typed: dict[str, Value], status: int, told: str
) -> None:
    before = saved(service)
    field = list(typed)[-1]
    alice.get(SETTINGS)
    shown = alice.save(f"{SETTINGS}/{section}", typed)
    assert (shown.status, shown.value(field), saved(service)) == (status, typed[field], before)
    assert shown.error_at(field).startswith(told)
    assert [text_of(each) for each in shown.document.by_id[f"{field}-error"].iter("p")] == shown.problems
    assert f"{field}:" not in shown.main
    assert shown.value("ai") is True


def test_a_choice_that_is_not_offered_is_refused(alice: Pages, asked: Log) -> None:
    alice.get(SETTINGS)
    shown = alice.post(f"{SETTINGS}/access", {"defaultRole": "emperor"})
    assert (shown.status, asked.writes) == (422, [])
    assert "select one of" in shown.error_at("defaultRole")


def test_new_domains_are_looked_up_and_old_ones_reviewed(alice: Pages, asked: Log) -> None:
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/access", press="Review first", emailDomains="larkfield.example")
    assert "People with an address at drivers.larkfield.example no longer join. This may include you" in shown.main
    alice.get(SETTINGS)
    asked.clear()
    domains = ["larkfield.example", "drivers.larkfield.example", *(f"d{number}.example" for number in range(22))]
    shown = alice.submit(f"{SETTINGS}/access", emailDomains="\n".join(domains))
    lookups = [f"GET /v1/email-domains/d{number}.example/orgs" for number in range(20)]
    assert sorted(line for line in asked.lines if "email-domains" in line) == sorted(lookups)
    assert "Masthead couldn't check whether another organization has d20.example, d21.example." in shown.toasts
