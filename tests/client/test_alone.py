"""Nothing of one person reaches another, and a token goes to the API and nowhere else."""

import logging
from pathlib import Path

import pytest

from contract.organization.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS
from contract.publishing.sites import DELETE_SITE
from masthead.client import Api, Problem, Read, ResponseCache, TokenRefused, Unreachable, Unreadable
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.hostile import GOOD, Hostile
from tests.fetching.tls import UntrustedServer
from tests.loops import for_each


def test_token_and_request_id_are_sent(api_for: ApiFor) -> None:
    with Hostile(faults.answer()) as hostile:
        api_for(hostile.url, request_id="page-7").gather(*[Read(LIST_ORGANIZATIONS)] * 2)
    assert [asked.headers["authorization"] for asked in hostile.asked] == ["Bearer demo-alice"] * 2
    assert [asked.headers["x-request-id"] for asked in hostile.asked] == ["page-7"] * 2


def test_cookies_of_the_api_are_not_kept(api_for: ApiFor, transport_for: TransportFor) -> None:
    with Hostile(faults.answer(200, GOOD, "Set-Cookie: who=alice; Path=/")) as hostile:
        transport = transport_for(hostile.url)
        for owner in ("alice", "bob"):
            api_for(transport, owner=owner).read(LIST_ORGANIZATIONS)
    assert [asked.headers.get("cookie") for asked in hostile.asked] == [None, None]
    assert [asked.headers["authorization"] for asked in hostile.asked] == ["Bearer demo-alice", "Bearer demo-bob"]


def test_redirect_is_not_followed(api_for: ApiFor) -> None:
    with Hostile(faults.answer()) as elsewhere, Hostile() as hostile:
        hostile.become(faults.answer(302, b"", f"Location: {elsewhere.url}/v1/orgs"))
        with pytest.raises(Unreadable):
            api_for(hostile.url).read(LIST_ORGANIZATIONS)
    assert elsewhere.asked == []


def test_an_api_that_cannot_prove_its_name_is_told_nothing(
    api_for: ApiFor, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with UntrustedServer(tmp_path) as server, pytest.raises(Unreachable):
        api_for(server.url).write(DELETE_SITE, "o", "s")
    assert server.read == 0
    (line,) = [each for each in caplog.records if each.message == "no connection to the API"]
    assert vars(line)["reason"] == "its certificate is not accepted: self-signed certificate"


def test_environment_changes_nothing(api_for: ApiFor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login mallory password mallory")
    netrc.chmod(0o600)
    with Hostile(faults.answer()) as proxy, Hostile(faults.answer()) as hostile:
        monkeypatch.setenv("NETRC", str(netrc))
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        api_for(hostile.url).read(LIST_ORGANIZATIONS)
    assert proxy.asked == []
    assert hostile.asked[0].headers["authorization"] == "Bearer demo-alice"


@for_each("token", ["", " ", "a b", "a\r\nX-Evil: 1", "ä", "\ud800", "x" * 4097])
def test_token_that_no_header_can_carry(
    token: str, transport_for: TransportFor, listings: ResponseStore, generations: StoredCacheVersions
) -> None:
    with Hostile(faults.answer()) as hostile:
        api = Api(transport_for(hostile.url), token=token, memory=ResponseCache(listings, generations, owner="x"))
        with pytest.raises(TokenRefused):
            api.read(LIST_ORGANIZATIONS)
    assert hostile.asked == []


def test_token_is_in_no_log_and_no_problem(api_for: ApiFor, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with Hostile(faults.reset, faults.not_http, faults.answer(500)) as hostile:
        api = api_for(hostile.url)
        problems = [api.gather(Read(GET_ORGANIZATION, (str(number),)))[0] for number in range(6)]
    assert all(isinstance(problem, Problem) for problem in problems)
    assert "demo-alice" not in caplog.text + repr(problems) + "".join(map(str, problems))
