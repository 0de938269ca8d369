"""The demo world in other states: empty, full, in trouble. Each changes the service's database."""

from contract.publishing.translations import LANGUAGES, TITLE_MAX
from service.identity.organizations import find_organization, get_logo, save_organization
from service.storage.database import ServiceDatabase
from service.storage.documents import Fields
from tests.certificates import pem
from tests.records import (
    add_members,
    add_organizations,
    add_sites,
    add_translations,
    ask,
    delete_sites,
    give_role,
)
from tests.world import ALICE, RunningService

LARKFIELD = "org_larkfield"
MAX_TITLE_LENGTH = "W" * 128
MAX_NAME_LENGTH = "W" * 50
MANY = 250
SOON = "2026-03-06T00:00:00.000Z"
TROUBLE: Fields = {
    "blocked": {"reason": "payment"},
    "billing": {"interval": "monthly", "endDate": SOON, "hasPaymentFailed": True, "isScheduledToCancel": True},
    "trial": {"status": "active", "endDate": SOON},
    "customHostname": "docs.larkfield.example",
}


def as_it_is(_: RunningService) -> None:
    """The demo world."""


def many_organizations(service: RunningService) -> None:
    """Alice administers more than a page of them."""
    add_organizations(service, "user_alice", 150)


def alice_of_both(service: RunningService) -> None:
    """Alice administers the other organization too."""
    give_role(service, "user_alice", "org_orchard", "admin")


def trouble(service: RunningService) -> None:
    """Larkfield Freight did not pay, is blocked, and its bulk change ends."""
    with _database(service).writing() as connection:
        fields = find_organization(connection, LARKFIELD) | TROUBLE
        save_organization(connection, fields, get_logo(fields))


def no_site(service: RunningService) -> None:
    """All sites are deleted."""
    delete_sites(service, ALICE, LARKFIELD)


def many_sites(service: RunningService) -> None:
    """More sites than two pages hold, besides those of the demo world."""
    add_sites(service, LARKFIELD, MANY)


def many_links(service: RunningService) -> None:
    """A site has more share links than a page holds, one with the longest name."""
    for number in range(MANY):
        name = MAX_NAME_LENGTH if number == 0 else f"Link {number:04}"
        ask(service, ALICE, "POST", f"/v1/orgs/{LARKFIELD}/sites/site_partners/share-links", {"name": name})


def many_comments(service: RunningService) -> None:
    """More comments than a page holds; the last one is as long as a chapter, without a space in its first line."""
    path = "/v1/spaces/space_guide/comments"
    for number in range(120):
        text = f"{'W' * 400}\n\n" + "Another sentence of a long comment. " * 400 if number == 119 else f"Note {number}"
        assert ask(service, ALICE, "POST", path, {"body": {"markdown": text}}).status_code == 200


def many_translations(service: RunningService) -> None:
    """A thousand translations besides, in all languages, in none, or not told; one with the longest title."""
    add_translations(service, LARKFIELD, [LANGUAGES, [], None, ["de"], ["tlh", "xx"]] * 200)
    path = f"/v1/orgs/{LARKFIELD}/translations/translation_api"
    assert ask(service, ALICE, "PUT", path, {"title": "W" * TITLE_MAX}).status_code == 200


def many_certificates(service: RunningService) -> None:
    """More certificates than have a line each in the picture of when they expire."""
    for days in (-400, -1, 0, 5, 20, 45, 100, 200, 300, 364, 500, 900, 1500, 3000):
        body = {"label": f"Expires in {days}", "certificate": pem(days)}
        assert ask(service, ALICE, "POST", f"/v1/orgs/{LARKFIELD}/saml", body).status_code == 201


def many_members(service: RunningService) -> None:
    """A team has a thousand members more, and none of them has signed in with single sign-on."""
    add_members(service, LARKFIELD, "team_operations", 1000)


def longest_titles(service: RunningService) -> None:
    """The organization and a site have titles without a space, as long as they may be."""
    path = f"/v1/orgs/{LARKFIELD}"
    assert ask(service, ALICE, "PATCH", path, {"title": MAX_TITLE_LENGTH}).status_code == 200
    assert ask(service, ALICE, "PATCH", f"{path}/sites/site_docs", {"title": MAX_TITLE_LENGTH}).status_code == 200


def odd_conditions(service: RunningService) -> None:
    """The spaces of a site have conditions of each sort: fine, wrong, broken, unknown."""
    path = f"/v1/orgs/{LARKFIELD}/sites/site_docs/site-spaces/sitespace_docs_"
    for space, condition in (
        ("guide", "visitor.claims.isCarrier"),
        ("partners", "visitor.claims.iscarrier"),
        ("warehouse", "(visitor.claims.isCarrier"),
        ("api", "visitor.claims.tags.includes('x')"),
        ("releases", "visitor.claims.unsigned.isEmployee"),
    ):
        assert ask(service, ALICE, "PATCH", path + space, {"condition": condition}).status_code == 200


def _database(service: RunningService) -> ServiceDatabase:
    database: ServiceDatabase = service.app.extensions["runtime"].database
    return database
