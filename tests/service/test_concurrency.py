"""Many writers at once: nothing that was answered is lost."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from contract.organization.organizations import GET_ORGANIZATION, UPDATE_ORGANIZATION
from contract.publishing.sites import CREATE_SITE, GET_SITE, LIST_SITES, UPDATE_SITE
from service.identity.organizations import organization_fields, save_organization
from service.storage.database import ServiceDatabase, database_url
from tests.service.conftest import LARKFIELD
from tests.service.person import Person
from tests.world import RunningService

pytestmark = pytest.mark.postgresql

WRITERS, ROUNDS = 8, 10


def together(work: Callable[[int], object]) -> None:
    """Run the work in eight threads, each with its number."""
    with ThreadPoolExecutor(WRITERS) as threads:
        for done in [threads.submit(work, writer) for writer in range(WRITERS)]:
            done.result()


def test_writers_of_different_fields_keep_each_others_changes(alice: Person) -> None:
    fields = [
        (UPDATE_ORGANIZATION, (LARKFIELD,), ("title", "sso", "ai", "inviteLinks")),
        (UPDATE_SITE, (LARKFIELD, "site_help"), ("title", "visibility", "agentsContext", "basename")),
    ]
    values: dict[str, Callable[[int], object]] = {
        "title": lambda turn: f"Title {turn}",
        "sso": lambda turn: turn % 2 == 0,
        "ai": lambda turn: turn % 2 == 1,
        "inviteLinks": lambda turn: turn % 2 == 0,
        "visibility": lambda turn: ("public", "unlisted")[turn % 2],
        "agentsContext": lambda turn: ("excluded", "included")[turn % 2],
        "basename": lambda turn: f"help-{turn}",
    }

    def write(writer: int) -> None:
        endpoint, ids, names = fields[writer // 4]
        name = names[writer % 4]
        for turn in range(ROUNDS):
            written = values[name](turn)
            assert alice.asks(endpoint, *ids, body={name: written}).json[name] == written

    together(write)
    last = {name: value(ROUNDS - 1) for name, value in values.items()}
    for endpoint, (_, ids, names) in zip((GET_ORGANIZATION, GET_SITE), fields, strict=True):
        said = alice.asks(endpoint, *ids).json
        assert {name: said[name] for name in names} == {name: last[name] for name in names}


def test_every_site_that_was_made_is_there_once(alice: Person) -> None:
    made: list[str] = []

    def make(writer: int) -> None:
        titles = (f"Site {writer}.{turn}" for turn in range(ROUNDS))
        made.extend(alice.asks(CREATE_SITE, LARKFIELD, body={"title": title}).json["id"] for title in titles)

    together(make)
    listed = alice.asks(LIST_SITES, LARKFIELD, limit=1000).ids
    assert len(set(made)) == WRITERS * ROUNDS
    assert sorted(listed[7:]) == sorted(made)


def test_two_sites_never_get_one_basename(alice: Person) -> None:
    sites = alice.asks(LIST_SITES, LARKFIELD).ids
    statuses: list[int] = []

    def claim(writer: int) -> None:
        site = sites[writer % len(sites)]
        statuses.append(alice.asks(UPDATE_SITE, LARKFIELD, site, body={"basename": "the-one"}).status)

    together(claim)
    owners = [
        site["id"] for site in alice.asks(LIST_SITES, LARKFIELD).json["items"] if site.get("basename") == "the-one"
    ]
    assert len(owners) == 1
    assert set(statuses) <= {200, 409}


def test_two_programs_on_one_database_keep_each_others_changes(world: RunningService) -> None:
    databases = [ServiceDatabase(database_url(world.database.address)) for _ in range(2)]

    def count_up(writer: int) -> None:
        for _ in range(ROUNDS):
            with databases[writer % 2].writing() as connection:
                fields = organization_fields(connection, LARKFIELD)
                counted = int(str(fields.get("counted", 0))) + 1
                save_organization(connection, {**fields, "counted": counted}, None)

    together(count_up)
    with databases[0].reading() as connection:
        assert organization_fields(connection, LARKFIELD)["counted"] == WRITERS * ROUNDS
    for database in databases:
        database.close()


def test_readers_are_answered_while_others_write(alice: Person, charlie: Person) -> None:
    def work(writer: int) -> None:
        for turn in range(ROUNDS):
            if writer % 2:
                assert charlie.asks(LIST_SITES, LARKFIELD).json["count"] == 7
            else:
                alice.asks(UPDATE_SITE, LARKFIELD, "site_help", body={"title": f"Help {writer}.{turn}"})

    together(work)
