"""What pages said, the journal and the service held against each other, once all has settled."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select

from contract import BY_NAME
from masthead.client.exchange import build_path
from masthead.store.database import Database
from masthead.store.entries import State
from masthead.store.tables.records import bulk_changes, bulk_steps, journal, link_notes
from tests.soak.ledger import Ledger
from tests.soak.settling import outcomes
from tests.soak.world import API, Colleague, Service

Write = tuple[str, str, str, str]
"""The id of its request, the method, the path and the body."""
MAYBE = {State.UNKNOWN, State.NOT_SAVED, State.CLOSED}
"""What was sent and not seen in effect: the service may have carried it out."""


class Found(NamedTuple):
    """The state that the journal says last, and whether an answer said so: else a read found it."""

    state: str | None
    is_answered: bool


def check_ledger(ledger: Ledger, database: Database, served: Service, people: Sequence[Colleague]) -> Iterator[str]:
    """Violations of what pages said."""
    token = people[0].token
    sites = served.listed(token, f"{API}/sites")
    links = [each for one in people for each in served.listed(token, f"{API}/sites/{one.site}/share-links")]
    with database.reading() as connection:
        notes = {row.link: row.note for row in connection.execute(select(link_notes))}
        reasons = Counter(connection.scalars(select(bulk_changes.c.reason)))
    yield from ledger.wrong
    yield from ledger.check_created("site", Counter(each["title"] for each in sites))
    yield from ledger.check_created("share link", Counter(each["name"] for each in links))
    yield from ledger.check_created("bulk change", reasons)
    yield from ledger.check_written("title", {each["id"]: each["title"] for each in sites})
    yield from ledger.check_written("note", notes)


def check_bulk_changes(database: Database) -> Iterator[str]:
    """Bulk changes that did not end, or whose steps share an entry of the journal."""
    with database.reading() as connection:
        for number in connection.scalars(select(bulk_changes.c.number).where(bulk_changes.c.finished_at.is_(None))):
            yield f"bulk change {number} did not end"
        steps = connection.execute(select(bulk_steps).where(bulk_steps.c.entry.is_not(None))).all()
    for entry, times in Counter(step.entry for step in steps).items():
        if times > 1:
            yield f"{times} steps of bulk changes share entry {entry} of the journal"


def check_writes(database: Database, writes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Writes that the service carried out otherwise than the journal says."""
    carried_out = Counter(_sent(each) for each in writes if each["status"] < 400)
    found: dict[Write, list[Found]] = {}
    last = {number: Found(state, is_answered) for number, _, state, is_answered in outcomes(database)}
    with database.reading() as connection:
        for row in connection.execute(select(journal)):
            found.setdefault(_meant(row), []).append(last[row.number])
    yield from compare(carried_out, found)
    for number, (state, _) in last.items():
        if state is None:
            yield f"entry {number} of the journal has no outcome"


def compare(carried_out: Counter[Write], found: Mapping[Write, Sequence[Found]]) -> Iterator[str]:
    """Writes that the service carried out more often, or less often, than the journal has them.

    What a read found saved may be the doing of another request that sent the same: nothing tells them apart.
    """
    contents = {write[1:] for write in carried_out}
    for write in carried_out.keys() | found.keys():
        states = found.get(write, [])
        saved = [each for each in states if each.state == State.SAVED]
        least = len([each for each in saved if each.is_answered])
        most = len(saved) + len([each for each in states if each.state in MAYBE])
        is_missing = bool(saved) and write[1:] not in contents
        if is_missing or not least <= carried_out[write] <= most:
            yield f"{write}: carried out {carried_out[write]} times, and the journal says {states}"


def _sent(write: Mapping[str, Any]) -> Write:
    return write["request"], write["method"], write["path"], _canonical(write["body"])


def _meant(row: Any) -> Write:  # noqa: ANN401 - a row
    endpoint = BY_NAME[row.endpoint]
    return row.request_id, endpoint.method, build_path(endpoint, tuple(json.loads(row.ids))), _canonical(row.body or "")


def _canonical(body: str) -> str:
    return json.dumps(json.loads(body), sort_keys=True) if body else ""
