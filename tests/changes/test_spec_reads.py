"""What became of having a source read again is seen by when the API last read it."""

import json
import time
from datetime import UTC, datetime

from contract.authoring.openapi_specs import REPLACE_SPEC
from masthead.changes.check import check_entry
from masthead.client import Api, ResponseCache, Transport
from masthead.store import Entry, Intent, Outcome, State, Subject
from tests.faults import faults
from tests.faults.hostile import Hostile
from tests.loops import for_each

SENT_AGO = 1000.0
URL, OTHER = "https://api.larkfield.example/openapi.yaml", "https://new.larkfield.example/openapi.yaml"


def found(memory: ResponseCache, read_ago: float | None, state: str = "complete", url: str = URL) -> Outcome:
    """What is found of what was sent 1,000 seconds ago, of a source that was read so many seconds ago."""
    now = time.time()
    ago = {} if read_ago is None else {"lastProcessedAt": datetime.fromtimestamp(now - read_ago, UTC).isoformat()}
    made = {"createdAt": "2025-01-01T00:00:00Z", "updatedAt": "2025-01-01T00:00:00Z", "processingState": state}
    spec = {"object": "openapi-spec", "id": "spec", "slug": "rates", "sourceURL": url, **made, **ago}
    sent = {"source": {"url": URL}}
    subject = Subject("API specification", "spec", "rates")
    intent = Intent("org", "alice", REPLACE_SPEC.name, ("org", "rates"), subject, "Read again", body=json.dumps(sent))
    with Hostile(faults.answer(body=json.dumps(spec).encode())) as hostile:
        transport = Transport(hostile.url)
        api = Api(transport, token="demo-alice", memory=memory)
        outcome = check_entry(api, Entry(1, now - SENT_AGO, "", intent, Outcome(State.UNKNOWN)))
        transport.close()
    return outcome


@for_each(
    "read_ago, state",
    [
        (SENT_AGO - 1, State.SAVED),
        (SENT_AGO + 60, State.UNKNOWN),  # the clock of the API may be a minute behind
        (SENT_AGO + 121, State.NOT_SAVED),
        (None, State.UNKNOWN),
    ],
)
def test_when_it_was_read_decides(memory: ResponseCache, read_ago: float | None, state: State) -> None:
    assert found(memory, read_ago).state is state


@for_each("state", ["pending", "progress"])
def test_what_is_about_to_be_read_was_saved(memory: ResponseCache, state: str) -> None:
    assert found(memory, SENT_AGO + 5000, state).state is State.SAVED


def test_another_source_says_nothing_of_it(memory: ResponseCache) -> None:
    assert found(memory, SENT_AGO - 1, url=OTHER).state is not State.SAVED
