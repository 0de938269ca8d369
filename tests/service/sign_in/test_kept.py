"""A sign-in outlives the program: what was asked may be answered after a kill, and what was answered stays so."""

import base64
import zlib
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
import requests
from lxml import etree

from tests.service.program import SECONDS, Program, serving
from tests.service.sign_in.making import ENTITY, PERSON, SSO, Answered, certificate

BASE = "https://docs.example"
PROVIDERS, MEMBERS = "/v1/orgs/org_larkfield/saml", "/v1/orgs/org_larkfield/teams/team_docs/members?limit=1000"


def set_up(program: Program, now: datetime) -> dict[str, str]:
    """A provider; gives its addresses."""
    pem = certificate(begins=now - timedelta(days=1))
    body = {"label": "Night", "entityID": ENTITY, "ssoURL": SSO, "certificate": pem, "defaultTeam": "team_docs"}
    addresses: dict[str, str] = program.ask("POST", PROVIDERS, json=body).json()["service"]
    return addresses


def asked(program: Program, start_url: str) -> str:
    """The id of the request that the identity provider gets."""
    there = start_url.replace(BASE, program.url)
    sent = requests.get(there, allow_redirects=False, timeout=SECONDS).headers["Location"]
    packed = parse_qs(urlsplit(sent).query)["SAMLRequest"][0]
    return str(etree.fromstring(zlib.decompress(base64.b64decode(packed), -zlib.MAX_WBITS)).get("ID"))


def brought(program: Program, acs_url: str, form: dict[str, str]) -> int:
    return requests.post(acs_url.replace(BASE, program.url), data=form, timeout=SECONDS).status_code


def is_member(program: Program) -> bool:
    items = program.ask("GET", MEMBERS).json()["items"]
    return PERSON in {each["organization"]["user"]["email"] for each in items}


@pytest.mark.exhaustive
def test_a_kill_loses_neither_the_question_nor_the_answer(empty_database: str) -> None:
    options = ("--database", empty_database, "--demo", "--public-url", BASE)
    now = datetime.now(UTC)
    with serving(*options) as program:
        addresses = set_up(program, now)
        answer = Answered(addresses, asked(program, addresses["startURL"]), moment=now)
        program.kill()
    with serving(*options) as program:
        assert brought(program, addresses["acsURL"], answer.form()) == 200
        program.kill()
    with serving(*options) as program:
        assert is_member(program)
        assert brought(program, addresses["acsURL"], answer.form()) == 403
