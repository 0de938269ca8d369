"""A site or an organization is made like another, and the comparison is then empty but for what it names."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any

import pytest

from masthead.client import Api, ResponseCache, Transport
from masthead.organization_file.compare import Translation, translate, translate_site
from masthead.organization_file.export import export, read_for
from masthead.organization_file.plan import describe, plan
from masthead.organization_file.schema import OWNER, TOP
from masthead.store.database import Database
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.histories import HISTORIES
from tests.organization_file.editor import Editor
from tests.organization_file.test_plan import MAX_ROUNDS, read, send
from tests.world import DANA, RunningService
from tests.writes.desk import ORG, PATIENT

ORCHARD = "org_orchard"
Values = dict[str, Any]


@pytest.fixture
def dana(service: RunningService, listings: ResponseStore, database: Database) -> Iterator[Api]:
    transport = Transport(service.url)
    memory = ResponseCache(listings, StoredCacheVersions(database), owner="dana")
    yield Api(transport, token=DANA, memory=memory, budget=10 * PATIENT)
    transport.close()


def edited(file: Values, random: Random) -> Values:
    """The file after some edits, with ids as an export has them."""
    editor = Editor(deepcopy(file), random)
    for _ in range(random.randrange(20)):
        editor.edit()
    for number, site in enumerate(editor.file["sites"]):
        site.setdefault("id", f"site_{number}")
        for key in ("groups", "sections", "siteSpaces", "shareLinks"):
            for place, item in enumerate(site.setdefault(key, [])):
                item.setdefault("id", f"{key}_{number}_{place}")
    return editor.file


def read_site(api: Api, organization: str, site: str, spaces: list[Values]) -> Values:
    return read_for(api, organization, {"sites": [{"id": site}]}) | {"spaces": spaces}


def like(source: Values, live: Values) -> Translation:
    return translate_site(source, live, live["sites"][0]["title"])


def make_alike(api: Api, read_live: Callable[[], Values], translated: Callable[[Values], Translation]) -> None:
    """Apply a translation until nothing is left to change. A new comparison has only what it named."""
    wanted, notes = translated(read_live())
    for _ in range(MAX_ROUNDS):
        live = read_live()
        planned = plan(live, wanted, allow_delete=True)
        if not planned.changes:
            again = plan(live, translated(live).wanted, allow_delete=True)
            if again.changes and any(re.match("site .*(isn't there|Compare again)", each) for each in notes):
                make_alike(api, read_live, translated)
            else:
                assert (again.changes, again.refused) == ([], planned.refused)
            return
        send(api, planned)
    raise AssertionError(describe(plan(read_live(), wanted, allow_delete=True)))


def test_a_site_becomes_like_another(api: Api, dana: Api) -> None:
    random = Random(44)  # noqa: S311 - the same pairs in each run
    theirs = {ORG: read(api), ORCHARD: export(dana, ORCHARD)}
    for _ in range(HISTORIES * 3 // 10):
        source, (organization, client) = theirs[random.choice([*theirs])], random.choice([(ORG, api), (ORCHARD, dana)])
        source = edited(source, random) if source is theirs[ORG] else source
        source = {"sites": [random.choice(source["sites"])], **{key: source[key] for key in (OWNER, "spaces")}}
        target, spaces = random.choice(theirs[organization]["sites"])["id"], theirs[organization]["spaces"]
        make_alike(client, partial(read_site, client, organization, target, spaces), partial(like, source))


def test_an_organization_becomes_like_another(api: Api, dana: Api) -> None:
    theirs, keys = export(api, ORG), [each.key for each in TOP]
    make_alike(dana, partial(export, dana, ORCHARD), lambda live: translate(theirs, live, keys))
    found = translate(theirs, export(dana, ORCHARD), keys)
    assert {each["title"] for each in found.wanted["sites"]} == {each["title"] for each in theirs["sites"]}
    assert "site: Base name, custom path and hostname belong to one site." in found.notes
    assert "space of a site Get started: The space “Get started” isn't there." in found.notes
    assert "collections: Nothing shows their names, so they can't be compared." in found.notes
