"""`python -m bench.inbox`: the inbox of 2,000 spaces with 4,000 open items, as the background reading found them."""

import time
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.asking import ask, get
from bench.measuring import ROUNDS, best
from bench.portal import cookie, portal
from bench.service import service
from bench.sites import ORGANIZATION, SITES_BEFORE, database_of
from bench.tables import heading, say, table
from masthead.store.database import Database as Store
from masthead.store.directory.open_lists import COMMENTS, REQUESTS, OpenItem, OpenPerson, Part, StoredOpenLists
from masthead.store.keys import read_secrets, unrotated_keys

SPACES = 2000
SECONDS = 4.0
PAGE = f"/orgs/{ORGANIZATION}/inbox"


def main() -> None:
    say(heading("python -m bench.inbox"))
    with TemporaryDirectory() as folder:
        say(measure_inbox(Path(folder)))


def measure_inbox(scratch: Path) -> str:
    with ExitStack() as stack:
        api = stack.enter_context(service(database_of(scratch, SITES_BEFORE)))
        server = stack.enter_context(portal(api, scratch / "portal"))
        alice = cookie(scratch / "portal")
        record_open_items(scratch / "portal")
        pages = {"all": PAGE, "for me": f"{PAGE}?show=mine", "filtered by a text": f"{PAGE}?q=remark+77"}
        rows = []
        for name, address in pages.items():
            page = get(address, Cookie=alice)
            found = best([ask(server, page, connections=1, seconds=SECONDS) for _ in range(ROUNDS)])
            rows.append([name, f"{found.time(0.5):.0f} ms", f"{found.cost:.0f} ms"])
    return table([f"{SPACES:,} spaces with {2 * SPACES:,} open items", "half within", "its processor"], rows)


def record_open_items(folder: Path) -> None:
    """Record a change request and a comment of each space, with who is asked for a review."""
    bob, now = OpenPerson("user_bob", "Bob Okafor", "bob@larkfield.example"), time.time()
    found: dict[Part, list[OpenItem | OpenPerson]] = {}
    for number in range(SPACES):
        space, at = f"space_{number:04}", now - 60 * number
        found[space, REQUESTS] = [OpenItem(f"request_{number}", f"Change {number}", bob, at, 0, number=number)]
        found[space, COMMENTS] = [OpenItem(f"comment_{number}", f"Remark {number}: is it **open**?", bob, at, 0)]
        found[space, f"{REQUESTS}/request_{number}"] = [bob]
    with closing(Store(folder / "masthead.db")) as database:
        owner = unrotated_keys(read_secrets(folder)).owner_of("demo-alice")
        StoredOpenLists(database).save(owner, ORGANIZATION, found)


if __name__ == "__main__":
    main()
