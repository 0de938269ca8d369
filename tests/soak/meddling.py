"""What happens to the portals meanwhile: a worker or a whole portal is killed, or one is stopped as for an upgrade."""

from collections import Counter
from threading import Event

from tests.soak.portals import PORTALS, Portals

EVERY = 12.0
"""Seconds between two of them."""


def meddle(portals: Portals, ended: Event) -> Counter[str]:
    """Do one after the other, to one portal and then the other, until `ended`; how often each was done."""
    ways = {"worker killed": portals.kill_worker, "portal killed": portals.kill, "portal restarted": portals.restart}
    turns = [(name, place) for name in ways for place in range(PORTALS)]
    done: Counter[str] = Counter()
    while not ended.wait(EVERY):
        name, place = turns[done.total() % len(turns)]
        ways[name](place)
        done[name] += 1
    return done
