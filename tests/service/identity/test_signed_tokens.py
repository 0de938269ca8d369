"""Tokens that another issuer signs stand for the people whose subjects are linked; no others are taken."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from service.__main__ import main
from service.grants import link_issuer, unlink_issuer
from service.identity.tokens import TokenIssuer
from tests.databases import Databases
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile, Talk
from tests.loops import for_each
from tests.oidc.signing import Signer, claims_of, new_key
from tests.service.api_user import ApiResult, ApiUser
from tests.world import RunningService

ISSUER, AUDIENCE = "https://login.larkfield.example", "https://api.larkfield.example"
ALICES = "alice@larkfield.example"


def publishing(signer: Signer) -> Fault:
    """Answers with the keys as they are then."""

    def answer(talk: Talk) -> bool:
        return faults.answer(200, signer.published())(talk)

    return answer


@pytest.fixture(scope="module")
def signer() -> Signer:
    return Signer()


@pytest.fixture(scope="module")
def keys(signer: Signer) -> Iterator[Hostile]:
    """Where the issuer publishes its keys."""
    with Hostile(publishing(signer)) as site:
        yield site


@pytest.fixture(scope="module")
def trusting(databases: Databases, keys: Hostile) -> Iterator[RunningService]:
    """A service that takes tokens of the issuer."""
    issuer = TokenIssuer(ISSUER, AUDIENCE, keys.url)
    with closing(RunningService(databases.with_demo_world(), token_issuer=issuer)) as service:
        link_issuer(service.app.extensions["runtime"].database, ALICES, ISSUER, "alice")
        yield service


def asks(service: RunningService, token: str) -> ApiResult:
    return ApiUser(service.app, token).asks(LIST_ORGANIZATIONS)


def titles(service: RunningService, token: str) -> list[str]:
    return [each["title"] for each in asks(service, token).json["items"]]


def test_a_token_of_a_linked_subject_is_the_person(trusting: RunningService, signer: Signer) -> None:
    assert titles(trusting, signer.sign(claims_of(ISSUER, AUDIENCE))) == titles(trusting, "demo-alice")
    several = claims_of(ISSUER, AUDIENCE, aud=["https://other.example", AUDIENCE])
    assert asks(trusting, signer.sign(several)).status == 200


def test_a_clock_may_be_a_minute_off(trusting: RunningService, signer: Signer) -> None:
    now = int(time.time())
    assert asks(trusting, signer.sign(claims_of(ISSUER, AUDIENCE, exp=now - 5, iat=now - 300))).status == 200
    assert asks(trusting, signer.sign(claims_of(ISSUER, AUDIENCE, nbf=now + 20, iat=now + 20))).status == 200


def _with_own_key(signer: Signer) -> str:
    """Signed with a key that the token brings along, under the name of the issuer's."""
    own = Signer([new_key(str(signer.keys[-1].kid))])
    return own.sign(
        claims_of(ISSUER, AUDIENCE), jwk=own.keys[-1].as_dict(private=False), jku="https://mallory.example/"
    )


WRONG: dict[str, Callable[[Signer], str]] = {
    "another audience": lambda signer: signer.sign(claims_of(ISSUER, "https://other.example")),
    "no audience": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, aud=None)),
    "another issuer": lambda signer: signer.sign(claims_of(f"{ISSUER}/", AUDIENCE)),
    "no issuer": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, iss=None)),
    "expired": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, exp=int(time.time()) - 70)),
    "no expiry": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, exp=None)),
    "expiry in words": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, exp="tomorrow")),
    "not valid yet": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, nbf=int(time.time()) + 3600)),
    "a subject that isn't linked": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, "mallory")),
    "no subject": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, sub=None)),
    "a subject that is a list": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, sub=["alice"])),
    "no signature": lambda signer: signer.unsigned(claims_of(ISSUER, AUDIENCE)),
    "the public key as a secret": lambda signer: signer.signed_with_the_public_key(claims_of(ISSUER, AUDIENCE)),
    "an algorithm that isn't allowed": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE), alg="RS512"),
    "a key of somebody else": lambda _: Signer([new_key("first")]).sign(claims_of(ISSUER, AUDIENCE)),
    "a key that isn't there": lambda _: Signer([new_key("other")]).sign(claims_of(ISSUER, AUDIENCE)),
    "a key of its own in the header": _with_own_key,
    "three parts of nothing": lambda _: "a.b.c",
    "a long one": lambda signer: signer.sign(claims_of(ISSUER, AUDIENCE, more="x" * 20_000)),
}


@for_each("wrong", WRONG)
def test_no_other_token_is_taken(trusting: RunningService, signer: Signer, wrong: str) -> None:
    refused = asks(trusting, WRONG[wrong](signer))
    assert refused.status == 401
    assert "access token isn't valid" in refused.message


def test_nobody_takes_signed_tokens_unless_it_is_set(world: RunningService, signer: Signer) -> None:
    assert asks(world, signer.sign(claims_of(ISSUER, AUDIENCE))).status == 401


def test_a_subject_can_be_unlinked(trusting: RunningService, signer: Signer) -> None:
    database = trusting.app.extensions["runtime"].database
    link_issuer(database, "bob@larkfield.example", ISSUER, "bob")
    token = signer.sign(claims_of(ISSUER, AUDIENCE, "bob"))
    assert asks(trusting, token).status == 200
    assert unlink_issuer(database, ISSUER, "bob")
    assert asks(trusting, token).status == 401
    assert not unlink_issuer(database, ISSUER, "bob")


def test_a_subject_is_a_person_at_its_issuer_alone(trusting: RunningService, signer: Signer) -> None:
    link_issuer(trusting.app.extensions["runtime"].database, ALICES, "https://earlier.example", "carol")
    assert asks(trusting, signer.sign(claims_of(ISSUER, AUDIENCE, "carol"))).status == 401


def test_the_issuer_may_change_its_keys(databases: Databases) -> None:
    signer = Signer()
    with Hostile(publishing(signer)) as site:
        issuer = TokenIssuer(ISSUER, AUDIENCE, site.url)
        with closing(RunningService(databases.with_demo_world(), token_issuer=issuer)) as service:
            link_issuer(service.app.extensions["runtime"].database, ALICES, ISSUER, "alice")
            before = signer.sign(claims_of(ISSUER, AUDIENCE))
            assert asks(service, before).status == 200
            signer.rotate()
            assert asks(service, signer.sign(claims_of(ISSUER, AUDIENCE))).status == 200
            assert asks(service, before).status == 401
            signer.rotate("third")  # nobody makes us ask again and again
            assert asks(service, signer.sign(claims_of(ISSUER, AUDIENCE))).status == 401
            assert len(site.asked) == 2


OUTAGES: dict[str, Fault] = {
    "an error": faults.refusal(500),
    "nothing": faults.close,
    "too much": faults.answer(200, b" " * 300_000),
    "another place": faults.answer(302, b""),
}


@pytest.mark.parametrize("outage", OUTAGES)
def test_without_keys_nobody_is_let_in(databases: Databases, outage: str) -> None:
    with Hostile(OUTAGES[outage]) as site:
        issuer = TokenIssuer(ISSUER, AUDIENCE, site.url)
        with closing(RunningService(databases.with_demo_world(), token_issuer=issuer)) as service:
            refused = asks(service, Signer().sign(claims_of(ISSUER, AUDIENCE)))
            assert refused.status == 503
            assert refused.message == "Access tokens can't be checked now. Nothing was changed."


def test_the_commands_link_and_unlink(empty_database: str, capsys: pytest.CaptureFixture[str]) -> None:
    granted = ("--email", "eve@own.example", "--organization", "Our own", "--role", "admin")
    main(["grant", "--database", empty_database, *granted])
    subject = ["--database", empty_database, "--issuer", ISSUER, "--subject", "eve"]
    main(["link", *subject, "--email", "EVE@own.example"])
    main(["unlink", *subject])
    with pytest.raises(SystemExit, match="nobody is linked to it"):
        main(["unlink", *subject])
    with pytest.raises(SystemExit, match="nobody has this address"):
        main(["link", *subject, "--email", "nobody@own.example"])
    assert capsys.readouterr().err == ""
