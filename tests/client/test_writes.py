"""A write goes out once, whatever comes of it, and an unknown outcome is told as one."""

import json

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.sites import DELETE_SITE, UPDATE_SITE, Site, SiteUpdate
from masthead.client import (
    Breaker,
    InvalidInput,
    OutcomeUnknown,
    TimedOut,
    Unreachable,
)
from masthead.client.redaction import TOKEN_REMOVED
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Hostile

SITE = json.dumps(
    {
        "object": "site",
        "id": "s",
        "type": "basic",
        "title": "Handbook",
        "visibility": "public",
        "published": True,
        "siteSpaces": 1,
        "createdAt": "2024-01-01T00:00:00Z",
        "agentsContext": "included",
    },
).encode()


def test_write_that_was_done(api_for: ApiFor) -> None:
    with Hostile(faults.answer(200, SITE)) as hostile:
        site = api_for(hostile.url).write(UPDATE_SITE, "o", "a/b", body=SiteUpdate(title="Guide", proxy=None))
    assert site == Site.model_validate_json(SITE)
    (asked,) = hostile.asked
    assert (asked.method, asked.target) == ("PATCH", "/v1/orgs/o/sites/a%2Fb")
    assert json.loads(asked.body) == {"title": "Guide", "proxy": None}
    assert asked.headers["content-type"] == "application/json"


def test_a_text_without_its_token_is_not_sent(api_for: ApiFor) -> None:
    with Hostile(faults.answer(200, SITE)) as hostile, pytest.raises(InvalidInput, match="removed your access token"):
        api_for(hostile.url).write(UPDATE_SITE, "o", "s", body=SiteUpdate(title=f"Use {TOKEN_REMOVED}"))
    assert hostile.asked == []


DELETED = {
    "without a body": faults.answer(205, b""),
    "with a body that does not end": faults.slow_body_of_nothing,
    "with 200 and nothing": faults.answer(200, b"", kind="text/html"),
    "with 205 and a page": faults.answer(205, b"<html>", kind="text/html"),
}


def test_a_deletion_is_told_by_its_status(api_for: ApiFor) -> None:
    for fault in DELETED.values():
        with Hostile(fault) as hostile:
            assert api_for(hostile.url).write(DELETE_SITE, "o", "s") is None
        assert "content-type" not in hostile.asked[0].headers
    with Hostile(faults.answer(200, b"<html>", kind="text/html")) as hostile, pytest.raises(OutcomeUnknown):
        api_for(hostile.url).write(DELETE_SITE, "o", "s")


def test_nothing_is_sent_without_a_connection_or_while_the_breaker_is_open(
    api_for: ApiFor, transport_for: TransportFor
) -> None:
    with Hostile(is_open=False) as hostile, pytest.raises(Unreachable):
        api_for(hostile.url).write(DELETE_SITE, "o", "s")
    breaker = Breaker()
    for path in "ababa":
        breaker.record_failure(path)
    with Hostile(faults.answer(205, b"")) as hostile, pytest.raises(Unreachable):
        api_for(transport_for(hostile.url, breaker=breaker)).write(DELETE_SITE, "o", "s")
    assert hostile.asked == []


def test_write_is_not_begun_in_the_last_moment(api_for: ApiFor, transport_for: TransportFor, clock: Clock) -> None:
    with Hostile(faults.answer(), faults.answer(205, b"")) as hostile:
        api = api_for(transport_for(hostile.url, monotonic=clock), budget=8)
        clock.pass_(7.1)
        api.read(LIST_ORGANIZATIONS)
        with pytest.raises(TimedOut):
            api.write(DELETE_SITE, "o", "s")
    assert len(hostile.asked) == 1


def test_write_has_a_connection_of_its_own(api_for: ApiFor) -> None:
    with Hostile(faults.answer(), faults.answer(), faults.answer(205, b"")) as hostile:
        api = api_for(hostile.url)
        api.read(LIST_ORGANIZATIONS)
        api.read(LIST_ORGANIZATIONS)
        api.write(DELETE_SITE, "o", "s")
    assert [asked.connection for asked in hostile.asked] == [0, 0, 1]
