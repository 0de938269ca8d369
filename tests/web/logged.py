"""Work at a portal in a process of its own, for the log that it writes: `python -m tests.web.logged API FOLDER`."""

import logging
import sys
from pathlib import Path

from masthead.store.key_ring import use_keys
from masthead.web.person.guards import public
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal
from tests.stores import keys_in, open_store
from tests.world import ALICE, BOB

EARLIER_KEY, LATER_KEY = "an earlier key of the log: 5f1c9e07b2d84a63", "a later key of the log: 83b1f0c7d29e5a64"


def fail() -> str:
    logging.getLogger("masthead.client.transport.breaker").warning(
        "the API rests for %s s", 10, extra={"reason": f"no {ALICE}"}
    )
    logging.getLogger("library").warning(
        "\x1b[31mCannot read\x1b[0m header X-Echo: Bearer %s and password=%s", BOB, "hunter2"
    )
    raise ValueError(f"line one\r\nline two {ALICE}")


def main(api: str, folder: str) -> None:
    """Sign in, open a page, be refused, and find a fault."""
    use_keys(open_store(Path(folder, "masthead.db")), keys_in(Path(folder), EARLIER_KEY).secrets)
    app = make_portal(
        api, Path(folder), SIGN_IN_LIMIT="2/minute", SECRET_KEY=LATER_KEY, SECRET_KEY_FALLBACKS=EARLIER_KEY
    )
    app.add_url_rule("/odd", "odd", public(fail))
    pages = Pages(app, agent='Odd\t"agent"')
    pages.post("/sign-in", {"token": "demo-nobody"})
    pages.sign_in(ALICE)
    pages.get("/orgs?title=a%0d%0ab")
    pages.post("/theme", {}, csrf=False)
    pages.post("/theme", {}, headers={"Sec-Fetch-Site": "cross-site"})
    pages.get("/odd")
    pages.get("/healthz")
    Pages(app).post("/sign-in", {"token": "demo-nobody"})
    close_portal(app)


if __name__ == "__main__":
    main(*sys.argv[1:])
