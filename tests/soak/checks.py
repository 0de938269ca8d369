"""What pages said, the journal and the service held against each other, once all has settled."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from client.addresses import path_of
from contract import BY_NAME
from store import Database, State
from store.tables import journal, link_notes, plan_steps, plans
from tests.soak.ledger import Ledger
from tests.soak.settling import outcomes
from tests.soak.world import API, Colleague, Service

Write = tuple[str, str, str, str]
MAYBE = {State.UNKNOWN, State.NOT_SAVED, State.CLOSED}
"""What was sent and not seen in effect: the service may have carried it out."""


def check_ledger(ledger: Ledger, database: Database, served: Service, people: Sequence[Colleague]) -> Iterator[str]:
    """Violations of what pages said."""
    token = people[0].token
    sites = served.listed(token, f"{API}/sites")
    links = [each for one in people for each in served.listed(token, f"{API}/sites/{one.site}/share-links")]
    with database.reading() as connection:
        notes = {row.link: row.note for row in connection.execute(select(link_notes))}
        reasons = Counter(connection.scalars(select(plans.c.reason)))
    yield from ledger.wrong
    yield from ledger.check_created("site", Counter(each["title"] for each in sites))
    yield from ledger.check_created("share link", Counter(each["name"] for each in links))
    yield from ledger.check_created("bulk change", reasons)
    yield from ledger.check_written("title", {each["id"]: each["title"] for each in sites})
    yield from ledger.check_written("note", notes)


def check_plans(database: Database) -> Iterator[str]:
    """Plans that did not end, or whose steps share an entry of the journal."""
    with database.reading() as connection:
        for number in connection.scalars(select(plans.c.number).where(plans.c.finished_at.is_(None))):
            yield f"bulk change {number} did not end"
        steps = connection.execute(select(plan_steps).where(plan_steps.c.entry.is_not(None))).all()
    for entry, times in Counter(step.entry for step in steps).items():
        if times > 1:
            yield f"{times} steps of bulk changes share entry {entry} of the journal"


def check_writes(database: Database, writes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Writes that the service carried out otherwise than the journal says."""
    carried_out = Counter(_sent(each) for each in writes if each["status"] < 400)
    states: dict[Write, list[str | None]] = {}
    last = {number: state for number, _, state in outcomes(database)}
    with database.reading() as connection:
        for row in connection.execute(select(journal)):
            states.setdefault(_meant(row), []).append(last[row.number])
    for write in carried_out.keys() | states.keys():
        found = states.get(write, [])
        least, most = found.count(State.SAVED), len([each for each in found if each == State.SAVED or each in MAYBE])
        if not least <= carried_out[write] <= most:
            yield f"{write}: carried out {carried_out[write]} times, and the journal says {found}"
    for number, state in last.items():
        if state is None:
            yield f"entry {number} of the journal has no outcome"


def _sent(write: Mapping[str, Any]) -> Write:
    return write["request"], write["method"], write["path"], _canonical(write["body"])


def _meant(row: Any) -> Write:  # noqa: ANN401 - a row
    endpoint = BY_NAME[row.endpoint]
    return row.request_id, endpoint.method, path_of(endpoint, tuple(json.loads(row.ids))), _canonical(row.body or "")


def _canonical(body: str) -> str:
    return json.dumps(json.loads(body), sort_keys=True) if body else ""
