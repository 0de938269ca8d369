"""One invite link: found by id or address, its role changed, deleted."""

from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

INVITES = "/orgs/org_larkfield/invites"
INVITE = f"{INVITES}/inv_welcome"
API = "/v1/orgs/org_larkfield/link-invites/inv_welcome"
SETTINGS = "/orgs/org_larkfield/settings"


def role(service: RunningService) -> object:
    return ask(service, ALICE, "GET", API).get_json()["role"]


def test_the_settings_lead_to_it_and_it_says_when_it_is_not_needed(alice: Pages) -> None:
    alice.get(SETTINGS)
    shown = alice.submit(INVITES, invite="inv_welcome")
    assert (shown.path, "Id inv_welcome" in shown.main, shown.value("role")) == (INVITE, True, ["comment"])
    assert alice.get(INVITE).facts["State"] == "In use"
    alice.submit(INVITE, role="read")
    assert alice.get(INVITE).facts["State"].startswith("Redundant")


@for_each(
    "typed",
    [
        "inv_welcome",
        "  inv_welcome ",
        "https://api.example/v1/orgs/org_larkfield/link-invites/inv_welcome",
        "https://app.example/invite/inv_welcome/",
        "https://app.example/invite/inv_welcome?from=mail",
    ],
)
def test_an_id_or_an_address_will_do(alice: Pages, typed: str) -> None:
    assert alice.fill_in(INVITES, invite=typed).path == INVITE


@for_each("typed", ["inv welcome", "?", "/", "x" * 201, ".", "..", "inv_welcome/..", "https://app.example/invite/../"])
def test_what_cannot_be_an_id_is_asked_for_again(alice: Pages, typed: str, asked: Log) -> None:
    shown = alice.fill_in(INVITES, invite=typed)
    assert (shown.status, shown.value("invite")) == (422, typed)
    assert shown.problems == ["This isn't the address of an invite link."]
    assert not [line for line in asked.lines if "link-invites" in line]


@for_each("invite", ["inv_zebra", "inv_nurses"])
def test_an_unknown_one_is_told_with_a_place_to_try_another(alice: Pages, invite: str) -> None:
    shown = alice.get(f"{INVITES}/{invite}")
    assert (shown.status, shown.value("invite")) == (404, invite)
    assert shown.problems == ["This organization has no such invite link, or you don't have access to it."]


def test_its_role_is_changed_and_sent_untouched_not_at_all(alice: Pages, asked: Log, service: RunningService) -> None:
    assert alice.fill_in(INVITE).toasts == ["Nothing to save. You changed nothing."]
    assert asked.writes == []
    shown = alice.fill_in(INVITE, role="edit")
    assert (shown.path, shown.toasts, shown.value("role")) == (INVITE, ["The invite link was saved."], ["edit"])
    assert (role(service), asked.writes) == ("edit", [f"PATCH {API}"])
    ask(service, ALICE, "DELETE", API)
    assert alice.submit(INVITE, role="read").status == 404


@for_each("address", [INVITE, f"{INVITE}/delete"])
def test_whoever_may_not_see_it_is_told_why(bob: Pages, charlie: Pages, dana: Pages, address: str) -> None:
    for person in (bob, charlie):
        shown = person.get(address)
        assert (shown.status, shown.h1) == (403, "You can't see this page")
        assert person.post(address, {"role": "admin", "confirm": "inv_welcome"}).status == 403
    assert [dana.get(each).status for each in (address, INVITES)] == [404, 404]
