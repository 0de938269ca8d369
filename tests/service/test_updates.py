"""An update changes what it is given, and nothing else; what it answers is what is read afterwards."""

from typing import Any

from contract.authoring.custom_fields import GET_CUSTOM_FIELD, UPDATE_CUSTOM_FIELD
from contract.organization.organizations import GET_ORGANIZATION, UPDATE_ORGANIZATION
from contract.publishing.section_groups import LIST_SECTION_GROUPS, UPDATE_SECTION_GROUP
from contract.publishing.share_links import LIST_SHARE_LINKS, UPDATE_SHARE_LINK
from contract.publishing.sites import GET_SITE, UPDATE_SITE
from contract.schema.endpoint import Endpoint
from tests.loops import for_each
from tests.service.conftest import LARKFIELD
from tests.service.person import Person
from tests.world import RunningService

Json = dict[str, Any]
Update = tuple[Endpoint[Any], Endpoint[Any], tuple[str, ...], list[Json]]
COMPUTED = {"updatedAt"}
UPDATES: list[Update] = [
    (
        UPDATE_ORGANIZATION,
        GET_ORGANIZATION,
        (LARKFIELD,),
        [
            {"title": "Larkfield"},
            {"title": "ß" * 255},
            {"emailDomains": ["larkfield.example", "lf.example"]},
            {"emailDomains": []},
            {"hostname": "lark-field"},
            {"defaultRole": "create"},
            {"defaultRole": None},
            {"defaultContent": {"type": "site", "site": "site_help"}},
            {"sso": True},
            {"ai": False},
            {"inviteLinks": False},
        ],
    ),
    (
        UPDATE_SITE,
        GET_SITE,
        (LARKFIELD, "site_docs"),
        [
            *({"title": title} for title in ("Larkfield documentation", "ab", "x" * 128)),
            {"visibility": "unlisted"},
            {"agentsContext": "excluded"},
            {"adaptiveContent": {"enabled": False}},
        ],
    ),
    (
        UPDATE_CUSTOM_FIELD,
        GET_CUSTOM_FIELD,
        (LARKFIELD, "review-cycle"),
        [
            {"title": "t" * 100},
            {"title": "", "description": ""},
            {"description": "d" * 200, "placeholder": "p" * 100},
            {"options": ["Yearly", "Quarterly", "Monthly", "Never"]},
        ],
    ),
    (
        UPDATE_SECTION_GROUP,
        LIST_SECTION_GROUPS,
        (LARKFIELD, "site_docs", "group_product"),
        [{"title": "T"}, {"title": "x" * 100}, {"icon": "i" * 50}, {"icon": ""}],
    ),
    (
        UPDATE_SHARE_LINK,
        LIST_SHARE_LINKS,
        (LARKFIELD, "site_partners", "link_carriers"),
        [{"name": "n" * 50}, {"name": ""}],
    ),
]


def found(person: Person, read: Endpoint[Any], ids: tuple[str, ...]) -> Json:
    """What a read of it, or of its listing, has of it."""
    said: Json = person.asks(read, *ids[: len(read.path_params)]).json
    return next(each for each in said["items"] if each["id"] == ids[-1]) if read.listing else said


@for_each(
    "update, read, ids, changed",
    [(update, read, ids, each) for update, read, ids, bodies in UPDATES for each in [*bodies, {}]],
)
def test_it_changes_what_is_given_and_nothing_else(
    world: RunningService,
    alice: Person,
    update: Endpoint[Any],
    read: Endpoint[Any],
    ids: tuple[str, ...],
    changed: Json,
) -> None:
    world.reset()
    before = found(alice, read, ids)
    updated = alice.asks(update, *ids, body=changed).json
    differing = {name for name in before.keys() | updated.keys() if before.get(name, ...) != updated.get(name, ...)}
    assert differing - COMPUTED <= changed.keys()
    assert {name: updated[name] for name in changed} == changed
    assert found(alice, read, ids) == updated
