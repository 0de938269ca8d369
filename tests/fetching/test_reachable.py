"""Which addresses a document may be fetched from."""

from fetching.rules import HostReach, is_allowed
from tests.fetching.hostile_urls import LOOPBACK, NEVER, PRIVATE, PUBLIC
from tests.loops import for_each


@for_each(
    "addresses, allowed",
    [
        (PUBLIC, [True, True, True]),
        (LOOPBACK, [False, True, True]),
        (PRIVATE, [False, False, True]),
        (f"{NEVER} fe80::1%eth0", [False, False, False]),
    ],
)
def test_an_address_may_be_asked_where_that_is_allowed(addresses: str, allowed: list[bool]) -> None:
    """On the web, of this machine too, of its network too."""
    found = {each: [is_allowed(each, reach) for reach in HostReach] for each in addresses.split()}
    assert found == dict.fromkeys(addresses.split(), allowed)
