"""Which addresses a document may be fetched from."""

from fetching.reachable import HostReach, is_allowed
from tests.loops import for_each

PUBLIC = ["8.8.8.8", "93.184.215.14", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::"]
LOOPBACK = ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"]
PRIVATE = """
    10.0.0.1 100.64.0.1 100.127.255.254 172.16.0.1 172.31.255.254 192.168.1.1 ::ffff:10.0.0.1 64:ff9b::a00:1
    2002:a00:1:: fc00::1 fdff::1
"""
NEVER = """
    0.0.0.0 0.1.2.3 169.254.169.254 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.9 224.0.0.1 239.1.1.1
    240.0.0.1 255.255.255.255 :: ::7f00:2 ::ffff:0:0 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1
    100::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 2002:a9fe:a9fe:: fe80::1%eth0 fec0::1 ff02::1
"""


@for_each("address", PUBLIC)
def test_a_public_address_may_be_asked(address: str) -> None:
    assert all(is_allowed(address, reach) for reach in HostReach)


@for_each("address", LOOPBACK)
def test_this_machine_may_be_asked_when_that_is_allowed(address: str) -> None:
    assert [is_allowed(address, reach) for reach in HostReach] == [False, True, True]


@for_each("address", PRIVATE.split())
def test_a_private_network_may_be_asked_when_that_is_allowed(address: str) -> None:
    assert [is_allowed(address, reach) for reach in HostReach] == [False, False, True]


@for_each("address", NEVER.split())
def test_what_is_of_no_network_may_never_be_asked(address: str) -> None:
    assert not any(is_allowed(address, reach) for reach in HostReach)
