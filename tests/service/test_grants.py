"""Who gets in: the demo tokens, and those that the one who runs the service gives."""

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from service.__main__ import main
from service.app import create_service
from service.grants import grant_token, revoke_token
from service.settings import ServiceSettings
from service.storage.database import ServiceDatabase, database_url
from tests.databases import Databases
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.world import ALICE, RunningService


def test_demo_tokens_work_with_demo_alone(world: RunningService) -> None:
    app = create_service(ServiceSettings(database_url(world.database.address), demo=False))
    assert ApiUser(app, ALICE).asks(LIST_ORGANIZATIONS).status == 401
    assert ApiUser(world.app, ALICE).asks(LIST_ORGANIZATIONS).status == 200
    app.extensions["runtime"].database.close()


@pytest.mark.postgresql
def test_demo_leaves_a_database_alone_that_holds_something(empty_database: str) -> None:
    main(["grant", "--database", empty_database, *EVE])
    app = create_service(ServiceSettings(database_url(empty_database), demo=True))
    assert ApiUser(app, ALICE).asks(LIST_ORGANIZATIONS).status == 401
    app.extensions["runtime"].database.close()


EVE = ("--email", "Eve@own.example", "--name", "Eve", "--organization", "Our own", "--role", "admin")


def test_an_operator_makes_an_organization_and_its_administrator(
    empty_database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["grant", "--database", empty_database, *EVE])
    token = capsys.readouterr().out.strip()
    app = create_service(ServiceSettings(database_url(empty_database)))
    (own,) = ApiUser(app, token).asks(LIST_ORGANIZATIONS).json["items"]
    assert (own["title"], own["permissions"]["admin"], own["emailDomains"]) == ("Our own", True, [])
    app.extensions["runtime"].database.close()


def test_whoever_is_a_member_already_changes_role_and_keeps_their_tokens(
    world: RunningService, database: ServiceDatabase
) -> None:
    token = grant_token(database, "ALICE@larkfield.example", None, LARKFIELD, "read")
    for known in (token, ALICE):
        (own,) = ApiUser(world.app, known).asks(LIST_ORGANIZATIONS).json["items"]
        assert own["permissions"]["admin"] is False


def test_a_token_ends_when_it_is_revoked(alice: ApiUser, database: ServiceDatabase) -> None:
    other = ApiUser(alice.app, grant_token(database, "alice@larkfield.example", None, LARKFIELD, "admin"))
    assert revoke_token(database, other.token) is True
    assert revoke_token(database, other.token) is False
    assert other.asks(LIST_ORGANIZATIONS).status == 401
    assert alice.asks(LIST_ORGANIZATIONS).status == 200


@pytest.mark.postgresql
def test_no_token_is_kept_as_it_is(databases: Databases, database: ServiceDatabase) -> None:
    token = grant_token(database, "eve@larkfield.example", "Eve", LARKFIELD, "read")
    kept = databases.content()
    assert token.encode() not in kept
    assert ALICE.encode() not in kept


@for_each("host", ["rebound.example", "127.0.0.1.rebound.example", "[::2]", "10.0.0.1:5001"])
def test_demo_is_reached_by_this_machines_names_alone(alice: ApiUser, host: str) -> None:
    assert alice.sends("GET", "/v1/orgs", headers={"Host": host}).status_code == 400


@for_each("host", ["127.0.0.1:5001", "localhost", "[::1]:5001", "LOCALHOST:80"])
def test_demo_is_reached_by_each_of_these(alice: ApiUser, host: str) -> None:
    assert alice.sends("GET", "/v1/orgs", headers={"Host": host}).status_code == 200
