"""What became of an import is seen by the revision that is there now, as far as that shows it."""

import json
import time
from datetime import UTC, datetime

from contract.authoring.content import IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT
from masthead.changes.check import check_entry
from masthead.changes.imports import TAKES_SECONDS
from masthead.client import Api, ResponseCache, Transport
from masthead.store import Entry, Intent, Outcome, Reason, State, Subject
from tests.faults import faults
from tests.faults.hostile import Hostile
from tests.loops import for_each

AGO = 100_000.0


def found(memory: ResponseCache, sent: float, made: float | None, *, proposed: bool = False) -> Outcome:
    """What is found of an import that was sent so many seconds ago, of a revision that was made so many ago."""
    at = {} if made is None else {"createdAt": datetime.fromtimestamp(time.time() - made, UTC).isoformat()}
    revision = {"object": "revision", "id": "rev_now", "pages": [], **at}
    endpoint, ids = (IMPORT_PROPOSED_CONTENT, ("space", "change")) if proposed else (IMPORT_CONTENT, ("space",))
    intent = Intent("org", "alice", endpoint.name, ids, Subject("space", "space", "Space"), "Import")
    with Hostile(faults.answer(body=json.dumps(revision).encode())) as hostile:
        transport = Transport(hostile.url)
        api = Api(transport, token="demo-alice", memory=memory)
        outcome = check_entry(api, Entry(1, time.time() - sent, "", intent, Outcome(State.UNKNOWN)))
        transport.close()
    return outcome


@for_each("proposed", [False, True])
def test_an_old_revision_says_that_nothing_came(memory: ResponseCache, *, proposed: bool) -> None:
    outcome = found(memory, TAKES_SECONDS + 10, AGO, proposed=proposed)
    assert (outcome.state, outcome.cause.reason) == (State.NOT_SAVED, Reason.NOT_DONE)


def test_an_import_may_still_run(memory: ResponseCache) -> None:
    outcome = found(memory, 60, AGO)
    assert (outcome.state, outcome.cause.reason) == (State.UNKNOWN, Reason.NOT_YET)


def test_a_newer_revision_may_be_of_anybody(memory: ResponseCache) -> None:
    outcome = found(memory, 1000, 900)
    assert (outcome.state, outcome.cause.reason) == (State.UNKNOWN, Reason.MAYBE_DONE)


def test_a_revision_without_a_time_says_nothing(memory: ResponseCache) -> None:
    assert found(memory, 1000, None).state is State.UNKNOWN
