"""Metadata by its address: whom the settings allow, and what people are told when it does not come."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from blueprints.sso.metadata import MAX_SIZE, OFF, MetadataFetchError, fetch_metadata
from tests.authority import Authority, make_authority
from tests.fetching.listening import Listening, moved, page
from tests.fetching.tls import UntrustedServer
from tests.loops import for_each
from tests.portals import PortalFor

XML = b"<EntityDescriptor/>"
HOST = "127.0.0.1"


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return make_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def idp(authority: Authority) -> Iterator[Listening]:
    with Listening(authority.context(HOST), page(XML)) as server:
        yield server


def failure(app: Flask, url: str) -> MetadataFetchError:
    with app.app_context(), pytest.raises(MetadataFetchError) as raised:
        fetch_metadata(url)
    return raised.value


def test_an_allowed_host_with_its_own_authority(idp: Listening, authority: Authority, portal_for: PortalFor) -> None:
    app = portal_for(METADATA_ALLOW_HOSTS=f"{HOST}:{idp.port}", METADATA_CA_FILE=authority.file)
    with app.app_context():
        assert fetch_metadata(f"https://{HOST}:{idp.port}/metadata?of=us") == XML
    assert idp.asked[0].startswith(b"GET /metadata?of=us HTTP/1.1\r\n")


def test_nobody_is_allowed_unless_an_operator_says_so(idp: Listening, portal: Flask) -> None:
    told = failure(portal, f"https://{HOST}:{idp.port}/")
    assert (told.kind, str(told)) == (
        "address",
        "The address names another port than 443, which only an operator can allow.",
    )
    told = failure(portal, f"https://{HOST}/")
    assert told.kind == "refused"
    assert "MASTHEAD_METADATA_ALLOW_HOSTS" in str(told)
    assert idp.connections == 0


def test_a_portal_without_a_way_out_fetches_none(idp: Listening, authority: Authority, portal_for: PortalFor) -> None:
    allowed = f"{HOST}:{idp.port}"
    app = portal_for(METADATA_BY_URL=False, METADATA_ALLOW_HOSTS=allowed, METADATA_CA_FILE=authority.file)
    told = failure(app, f"https://{allowed}/")
    assert (told.kind, str(told)) == ("off", OFF)
    assert idp.connections == 0


def test_an_allowed_host_is_trusted(
    idp: Listening, authority: Authority, portal_for: PortalFor, tmp_path: Path
) -> None:
    stranger = make_authority(tmp_path)
    allowed = f"{HOST}:{idp.port}"
    for file in (None, stranger.file):
        told = failure(portal_for(METADATA_ALLOW_HOSTS=allowed, METADATA_CA_FILE=file), f"https://{allowed}/")
        assert (told.kind, "MASTHEAD_METADATA_CA_FILE" in str(told)) == ("tls", True)
    assert (idp.asked, authority.file.exists()) == ([], True)
    with UntrustedServer(tmp_path) as server:
        allowed = server.url.removeprefix("https://").rstrip("/")
        assert failure(portal_for(METADATA_ALLOW_HOSTS=allowed), server.url).kind == "tls"
    assert server.read == 0


def test_the_environment_s_proxies_are_not_asked(
    idp: Listening, authority: Authority, portal_for: PortalFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Listening(authority.context(HOST), page(b"secret")) as proxy:
        for name in ("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://{HOST}:{proxy.port}")
        app = portal_for(METADATA_ALLOW_HOSTS=f"{HOST}:{idp.port}", METADATA_CA_FILE=authority.file)
        with app.app_context():
            assert fetch_metadata(f"https://{HOST}:{idp.port}/") == XML
    assert (proxy.connections, idp.connections) == (0, 1)


SECRET = b"a secret of the network"
ANSWERS: dict[str, tuple[bytes, str]] = {
    "it asks for a sign-in": (page(SECRET, "403 Forbidden"), "status"),
    "it redirects to another port": (moved("https://127.0.0.1:1/"), "address"),
    "it redirects inside": (moved("https://10.0.0.1/"), "refused"),
    "it redirects to itself": (moved("/"), "redirects"),
    "it is large": (page(SECRET + b"x" * MAX_SIZE), "size"),
    "it is no HTTP": (b"SSH-2.0-" + SECRET, "unreadable"),
}


@for_each("answer", ANSWERS)
def test_what_answered_is_not_told(answer: str, authority: Authority, portal_for: PortalFor) -> None:
    said, kind = ANSWERS[answer]
    with Listening(authority.context(HOST), said) as idp:
        app = portal_for(METADATA_ALLOW_HOSTS=f"{HOST}:{idp.port}", METADATA_CA_FILE=authority.file)
        told = failure(app, f"https://{HOST}:{idp.port}/")
    assert told.kind == kind
    assert not any(word in str(told) for word in ("secret", "SSH", "errno", str(idp.port), HOST))
    assert ("redirects to" in str(told)) == ("redirects" in answer and kind != "redirects")
