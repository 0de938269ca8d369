"""One worker's traffic on a file of listings, by threads that come and go: `python -m` with a file and a number."""

import random
import sys
import time
from pathlib import Path
from threading import Thread

from masthead.store import ResponseStore

THREADS_AT_ONCE = 4
OWNERS = ("alice", "bob", "charlie")


def use(listings: ResponseStore, chance: random.Random) -> None:
    """What a page or two do: remember, read, forget."""
    for _ in range(chance.randrange(1, 6)):
        owner, path = chance.choice(OWNERS), f"/v1/orgs/{chance.randrange(20)}"
        listings.put(owner, path, "", b"[]" * chance.randrange(1, 2000), time.time(), listings.mark(owner))
        listings.get(owner, path, "")
        if chance.random() < 0.1:
            listings.forget(owner, (path,))
    listings.close()


def main(file: Path, rounds: int) -> None:
    """Each round has some threads of its own, as a server that starts one for each connection has."""
    listings, chance = ResponseStore(file, rest_seconds=0), random.Random()  # noqa: S311 - traffic, no secret
    for _ in range(rounds):
        threads = [Thread(target=use, args=(listings, chance)) for _ in range(THREADS_AT_ONCE)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
