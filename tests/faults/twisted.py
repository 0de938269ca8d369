"""A service whose answers are twisted on their way: still JSON, in the shape of the contract or beside it."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask

from masthead.web.person.guards import PUBLIC
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.house.routes import ACCESS, address_of
from tests.pages.pages import Pages
from tests.portals import close_portal, make_portal, session_of
from tests.wire import Wire
from tests.world import ALICE, RunningService

Twist = Callable[[str, Any], Any]
"""What becomes of the JSON that the service answers to this path."""
ORG = "/orgs/org_larkfield"
MORE = (
    "/orgs/of-domain?domain=larkfield.example",
    f"{ORG}/search?q=page",
    f"{ORG}/sites?page=2&title=e",
    "/search?q=e",
    f"{ORG}/known?q=e",
    f"{ORG}/links?read=all",
    f"{ORG}/access?read=all",
)
OK = range(200, 300)
FAILED = 500
MAX_SECONDS = 12.0
"""A page asks the API for 8, and is drawn then."""
MAX_COMPLAINT_LENGTH = 600


@contextmanager
def twisted(service: RunningService, folder: Path, twist: Twist, **settings: object) -> Iterator[Pages]:
    """The browser of Alice at a portal of her own that gets these answers."""
    with Wire(service) as wire:

        def answer(talk: Talk) -> bool:
            told = wire.told(talk)
            body = told.get_data()
            if told.status_code in OK:
                body = json.dumps(twist(talk.asked.path, json.loads(body))).encode()
            return faults.answer(told.status_code, body)(talk)

        wire.faults["GET"] = answer
        app = make_portal(wire.url, folder, **settings)
        pages = Pages(app)
        pages.client.set_cookie(*session_of(app, ALICE))
        try:
            yield pages
        finally:
            close_portal(app)


def broken_pages(pages: Pages, addresses: Iterable[str]) -> Iterator[str]:
    """What is wrong on which page: a rule of the house, a 500, an answer after its time."""
    for address in addresses:
        begun = time.monotonic()
        try:
            status = pages.get(address).status
        except AssertionError as broken:
            yield str(broken)[:MAX_COMPLAINT_LENGTH]
        else:
            if status == FAILED:
                yield f"{address} is a 500"
        if time.monotonic() - begun > MAX_SECONDS:
            yield f"{address} took {time.monotonic() - begun:.1f} seconds"


def pages_of(app: Flask) -> list[str]:
    """The addresses of all pages that are opened by a link, with what the demo world has in them."""
    asked = [address_of(app, page) for page, access in ACCESS.items() if access != PUBLIC]
    return [address for method, address in asked if method == "GET"] + list(MORE)


def everywhere(value: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:  # noqa: ANN401
    """The same JSON with each object in it changed, those inside first."""
    if isinstance(value, list):
        return [everywhere(each, change) for each in value]
    if isinstance(value, dict):
        return change({name: everywhere(each, change) for name, each in value.items()})
    return value
