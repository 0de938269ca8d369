"""The settings of an organization: each section by itself, each field at its limits and one past them."""

from contract.organization.organizations import OrganizationUpdate
from tests.asked import Log
from tests.blueprints.beyond import Case, both, texts
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
ALLOWED, FORBIDDEN = both(
    texts(OrganizationUpdate, "title"),
    texts(OrganizationUpdate, "hostname"),
    texts(OrganizationUpdate, "logo", LOGO),
)
NOT_A_LOGO = [
    Case("logo", value, f"not {value}")
    for value in ("logo.svg", "/logo.svg", "ftp://larkfield.example/logo.svg", "javascript:alert(1)", "https://", "")
]


def saved(service: RunningService) -> dict[str, object]:
    organization: dict[str, object] = ask(service, ALICE, "GET", API).get_json()
    return organization


def given(case: Case) -> dict[str, Value]:
    """What a person fills in for a case."""
    return {case.field: case.value, **({"logo-is": "text"} if case.field == "logo" else {})}


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
        ("access", "emailDomains", "larkfield.example", ["larkfield.example"]),
        ("access", "emailDomains", "", []),
        (
            "access",
            "emailDomains",
            "A.example, @b.example;me@c.example\n\na.example",
            ["a.example", "b.example", "c.example"],
        ),
        ("access", "emailDomains", "bücher.example", ["xn--bcher-kva.example"]),
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
    assert shown.error_at("defaultContent").startswith("This organization has no site with this id")
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


@for_each("case", ALLOWED)
def test_a_value_at_the_limit_is_taken(alice: Pages, service: RunningService, case: Case) -> None:
    start_over(alice, service)
    alice.get(SETTINGS)
    shown = alice.save(f"{SETTINGS}/profile", given(case))
    assert (shown.path, shown.problems) == (SETTINGS, [])
    assert case.value in str(saved(service))


@for_each("case", [*FORBIDDEN, *NOT_A_LOGO])
def test_one_past_the_limit_is_refused_at_the_field(
    alice: Pages, asked: Log, case: Case, service: RunningService
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/profile", {"title": "Larkfield Air", **given(case)})
    assert shown.status == 422
    assert shown.error_at(case.field) != ""
    assert shown.problems == [shown.error_at(case.field)]
    assert shown.value(case.field) == case.value
    assert shown.value("title") == (case.value if case.field == "title" else "Larkfield Air")
    assert asked.writes == []


@for_each(
    "typed, why",
    [
        ("https://larkfield.example", "is a web address"),
        ("larkfield.example/docs", "is a web address"),
        ("*.larkfield.example", "has a wildcard"),
        ("larkfield", "is not a domain"),
        ("lark_field.example", "is not a domain"),
        ("-a.example", "is not a domain"),
        ("a..example", "is not a domain"),
        ("x" * 64 + ".example", "is not a domain"),
        ("x." * 124 + "example", "is not a domain"),
        ("me@", "is not a domain"),
    ],
)
def test_what_is_no_domain_is_refused_at_the_field(
    alice: Pages, asked: Log, typed: str, why: str, service: RunningService
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/access", emailDomains=f"larkfield.example\n{typed}", defaultRole="edit")
    assert shown.status == 422
    assert f"“{typed}” {why}" in shown.error_at("emailDomains")
    assert (shown.value("emailDomains"), shown.value("defaultRole")) == (f"larkfield.example\n{typed}", ["edit"])
    assert asked.writes == []


def test_domains_are_checked_looked_up_and_reviewed(alice: Pages, asked: Log, service: RunningService) -> None:
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/access", emailDomains="*.a.example, b, larkfield.example")
    assert [line.split()[0] for line in shown.problems] == ["“*.a.example”", "“b”"]
    lines = [text_of(each) for each in shown.document.by_id["emailDomains-error"].iter("p")]
    assert lines == shown.problems
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    asked.clear()
    domains = ["larkfield.example", "drivers.larkfield.example", *(f"d{number}.example" for number in range(22))]
    shown = alice.submit(f"{SETTINGS}/access", emailDomains="\n".join(domains))
    assert len([line for line in asked.lines if "email-domains" in line]) == 20
    assert "Masthead couldn't check whether another organization has d20.example, d21.example." in shown.toasts
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/access", press="Review first", emailDomains="larkfield.example")
    assert "People with an address at drivers.larkfield.example no longer join. This may include you" in shown.main
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/access", emailDomains="larkfield.example\nlarkfield-air.example")
    assert [line for line in asked.lines if "email-domains" in line] == [
        "GET /v1/email-domains/larkfield-air.example/orgs",
    ]


def test_what_the_service_or_a_choice_refuses_is_told_at_its_field(
    alice: Pages, asked: Log, service: RunningService
) -> None:
    alice.get(SETTINGS)
    shown = alice.save(f"{SETTINGS}/profile", hostname="lark.field")
    assert shown.status == 422
    assert shown.error_at("hostname").startswith("The API refused this: “")
    assert "hostname:" not in shown.main
    assert shown.value("hostname") == "lark.field"
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.save(f"{SETTINGS}/profile", hostname="orchard")
    assert shown.status == 409
    assert shown.error_at("hostname") == "The API refused this: “another organization has it.”"
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.post(f"{SETTINGS}/access", {"defaultRole": "emperor"})
    assert (shown.status, asked.writes) == (422, [])
    assert "select one of" in shown.error_at("defaultRole")
    start_over(alice, service)
    asked.clear()
    alice.get(SETTINGS)
    shown = alice.submit(f"{SETTINGS}/profile", title="x")
    assert (shown.value("emailDomains"), shown.value("ai")) == ("larkfield.example\ndrivers.larkfield.example", True)
    assert len(shown.problems) == 1


@for_each("address", [f"{SETTINGS}/profile", f"{SETTINGS}/access"])
def test_the_address_of_a_section_shows_the_whole_page(alice: Pages, address: str) -> None:
    assert alice.get(address).h1 == "Settings"
