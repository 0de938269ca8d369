"""Nobody is connected to by a hostile address of metadata: neither directly, nor by a name, nor by a redirect."""

import socket
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from fetching.failures import FailureKind, FetchError
from fetching.fetcher import Fetcher
from fetching.pinned import PinnedAddress, resolve_host
from fetching.rules import Https
from tests.authority import Authority, make_authority
from tests.fetching.hostile_urls import INNER, ODD, REDIRECTS
from tests.fetching.listening import Listening, moved, page
from tests.loops import for_each

PUBLIC = "93.184.215.14"
XML = b"<EntityDescriptor/>"


@dataclass
class Recording:
    """Stands for the system's ways: `names` are looked up here, each answer once, the last one again and again.

    Connections to port 443 are counted, and made to the server `of` this machine, whatever the address.
    """

    of: Listening
    names: dict[str, list[list[str]]] = field(default_factory=dict)
    connected: list[tuple[str, int]] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)

    def resolve(self, target: PinnedAddress, deadline: float) -> list[str]:
        self.looked_up.append(target.host)
        answers = self.names.get(target.host)
        if answers is None:
            return resolve_host(target, deadline)
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def connect(self, place: tuple[str, int], seconds: float) -> socket.socket:
        self.connected.append(place)
        return socket.create_connection(("127.0.0.1", self.of.port), seconds)

    def fetcher(self, authority: Authority, *allowed: tuple[str, int]) -> Fetcher:
        return Fetcher(
            rules=Https(frozenset(allowed)),
            trust=lambda: ssl.create_default_context(cafile=authority.file),
            resolve=self.resolve,
            connect=self.connect,
            seconds=5,
        )


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return make_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def inner(authority: Authority) -> Iterator[Listening]:
    """What stands where nobody is to be asked."""
    with Listening(authority.context("127.0.0.1"), page(b"secret")) as server:
        yield server


def refused(recording: Recording, authority: Authority, url: str) -> FailureKind:
    """Why the address is refused, by a fetcher that allows no hosts."""
    with pytest.raises(FetchError) as raised:
        recording.fetcher(authority).fetch(url)
    return raised.value.kind


@for_each("url", INNER)
def test_where_the_host_stands_nobody_is_asked(url: str, authority: Authority, inner: Listening) -> None:
    recording = Recording(inner)
    assert refused(recording, authority, url) is FailureKind.REFUSED
    assert (recording.connected, inner.connections) == ([], 0)


@for_each("url", ODD)
def test_an_odd_address_is_not_even_looked_up(url: str, authority: Authority, inner: Listening) -> None:
    recording = Recording(inner)
    assert refused(recording, authority, url) is FailureKind.ADDRESS
    assert (recording.looked_up, recording.connected, inner.connections) == ([], [], 0)


@for_each("to", [*filter(str.isascii, INNER[::6]), *REDIRECTS])
def test_a_redirect_there_is_not_followed(to: str, authority: Authority, inner: Listening) -> None:
    with Listening(authority.context("idp.example"), moved("/on"), moved(to)) as idp:
        recording = Recording(idp, {"idp.example": [[PUBLIC]]})
        with pytest.raises(FetchError) as raised:
            recording.fetcher(authority).fetch("https://idp.example/metadata")
        assert raised.value.kind in {FailureKind.REFUSED, FailureKind.ADDRESS}
        assert raised.value.was_redirected
        assert recording.connected == [(PUBLIC, 443)] * 2
    assert inner.connections == 0


@for_each(
    "addresses",
    [["127.0.0.1"], [PUBLIC, "10.0.0.1"], ["::1", PUBLIC], [PUBLIC, PUBLIC, "fe80::1%2"], ["64:ff9b::7f00:1"]],
)
def test_one_inner_address_of_several_is_enough(addresses: list[str], authority: Authority, inner: Listening) -> None:
    recording = Recording(inner, {"idp.example": [addresses]})
    assert refused(recording, authority, "https://idp.example/") is FailureKind.REFUSED
    assert (recording.connected, inner.connections) == ([], 0)


def test_a_name_that_changes_its_mind_gains_nothing(authority: Authority) -> None:
    with Listening(authority.context("idp.example"), page(XML)) as idp:
        recording = Recording(idp, {"idp.example": [[PUBLIC], ["127.0.0.1"]]})
        assert recording.fetcher(authority).fetch("https://idp.example/").content == XML
        assert (recording.looked_up, recording.connected) == (["idp.example"], [(PUBLIC, 443)])


def test_a_name_that_changes_its_mind_before_a_redirect_is_looked_at_again(authority: Authority) -> None:
    with Listening(authority.context("idp.example"), moved("/on"), page(b"secret")) as idp:
        recording = Recording(idp, {"idp.example": [[PUBLIC], ["127.0.0.1"]]})
        assert refused(recording, authority, "https://idp.example/") is FailureKind.REFUSED
        assert recording.connected == [(PUBLIC, 443)]


def test_the_server_has_to_prove_the_name_that_was_asked(authority: Authority) -> None:
    with Listening(authority.context("other.example"), page(XML)) as idp:
        recording = Recording(idp, {"idp.example": [[PUBLIC]]})
        assert refused(recording, authority, "https://idp.example/") is FailureKind.TLS
        assert idp.asked == []


def test_no_cookie_goes_along_a_redirect(authority: Authority) -> None:
    first = page(b"", "302 Found", "Location: /there", "Set-Cookie: a=b; Path=/")
    with Listening(authority.context("idp.example"), first, page(XML)) as idp:
        recording = Recording(idp, {"idp.example": [[PUBLIC]]})
        recording.fetcher(authority).fetch("https://idp.example/")
        assert [b"cookie" in asked.lower() or b"authorization" in asked.lower() for asked in idp.asked] == [False] * 2


ALLOWED = [
    ("https://idp.internal/", ("idp.internal", 443), ["10.0.0.1"]),
    ("https://IDP.internal/", ("idp.internal", 443), ["fd00::1", "127.0.0.1"]),
    ("https://idp.internal:8443/", ("idp.internal", 8443), ["192.168.1.1"]),
    ("https://127.0.0.1:8443/", ("127.0.0.1", 8443), ["127.0.0.1"]),
    ("https://[0:0::1]:8443/", ("::1", 8443), ["::1"]),
]


@for_each("url,allowed,addresses", ALLOWED)
def test_an_allowed_host_may_stand_inside(
    url: str, allowed: tuple[str, int], addresses: list[str], authority: Authority
) -> None:
    with Listening(authority.context(allowed[0]), page(XML)) as idp:
        recording = Recording(idp, {host: [addresses] for host in (allowed[0], "0:0::1")})
        assert recording.fetcher(authority, allowed).fetch(url).content == XML
        assert recording.connected == [(addresses[0], allowed[1])]


@for_each(
    "url,addresses,kind",
    [
        ("https://idp.internal:443/", ["10.0.0.1"], FailureKind.REFUSED),
        ("https://idp.internal:8444/", ["10.0.0.1"], FailureKind.ADDRESS),
        ("https://sub.idp.internal:8443/", ["10.0.0.1"], FailureKind.ADDRESS),
        ("https://idp.internal.example:8443/", ["10.0.0.1"], FailureKind.ADDRESS),
        ("https://10.0.0.1:8443/", ["10.0.0.1"], FailureKind.ADDRESS),
        ("http://idp.internal:8443/", ["10.0.0.1"], FailureKind.ADDRESS),
        ("https://idp.internal:8443@10.0.0.1/", ["10.0.0.1"], FailureKind.ADDRESS),
        ("https://idp.internal:8443/", ["169.254.169.254"], FailureKind.REFUSED),
        ("https://idp.internal:8443/", ["10.0.0.1", "0.0.0.0"], FailureKind.REFUSED),  # noqa: S104 - nothing is bound to it
        ("https://idp.internal:8443/", ["ff02::1"], FailureKind.REFUSED),
    ],
)
def test_an_allowed_host_opens_no_other_way(
    url: str, addresses: list[str], kind: FailureKind, authority: Authority, inner: Listening
) -> None:
    recording = Recording(inner, {"idp.internal": [addresses]})
    with pytest.raises(FetchError) as raised:
        recording.fetcher(authority, ("idp.internal", 8443)).fetch(url)
    assert (raised.value.kind, recording.connected, inner.connections) == (kind, [], 0)
