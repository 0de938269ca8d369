"""What became of an import, and of having a source read again, is seen by times, as far as the API reports them."""

import json
import time
from datetime import UTC, datetime
from typing import Any

from contract.authoring.content import IMPORT_CONTENT, IMPORT_PROPOSED_CONTENT
from contract.authoring.openapi_specs import REPLACE_SPEC
from contract.schema.endpoint import Endpoint
from masthead.changes import check_entry
from masthead.client import Api, ResponseCache, Transport
from masthead.store import Entry, Intent, Outcome, Reason, State, Subject
from tests.faults import faults
from tests.faults.hostile import Hostile
from tests.loops import for_each

AGO, LONG_AGO, TAKES = 1000.0, 100_000.0, 610.0
URL, OTHER = "https://api.larkfield.example/openapi.yaml", "https://new.larkfield.example/openapi.yaml"


def moment(ago: float | None, name: str) -> dict[str, str]:
    return {} if ago is None else {name: datetime.fromtimestamp(time.time() - ago, UTC).isoformat()}


def found(memory: ResponseCache, intent: Intent, sent_ago: float, told: dict[str, Any]) -> tuple[State, Reason]:
    """What is found of what was sent so many seconds ago, where the API answers this."""
    with Hostile(faults.answer(body=json.dumps(told).encode())) as hostile:
        transport = Transport(hostile.url)
        api = Api(transport, token="demo-alice", memory=memory)
        outcome = check_entry(api, Entry(1, time.time() - sent_ago, "", intent, Outcome(State.UNKNOWN)))
        transport.close()
    return outcome.state, outcome.cause.reason


@for_each(
    "endpoint, sent_ago, made_ago, expected",
    [
        (IMPORT_CONTENT, TAKES, LONG_AGO, (State.NOT_SAVED, Reason.NOT_DONE)),
        (IMPORT_PROPOSED_CONTENT, TAKES, LONG_AGO, (State.NOT_SAVED, Reason.NOT_DONE)),
        (IMPORT_CONTENT, 60, LONG_AGO, (State.UNKNOWN, Reason.NOT_YET)),
        (IMPORT_CONTENT, LONG_AGO, 900, (State.UNKNOWN, Reason.MAYBE_DONE)),  # of anybody's edit
        (IMPORT_CONTENT, AGO, None, (State.UNKNOWN, Reason.MAYBE_DONE)),
    ],
)
def test_an_import(
    memory: ResponseCache,
    endpoint: Endpoint[Any],
    sent_ago: float,
    made_ago: float | None,
    expected: tuple[State, Reason],
) -> None:
    told = {"object": "revision", "id": "rev_now", "pages": [], **moment(made_ago, "createdAt")}
    ids = ("space", "change")[: len(endpoint.path_params)]
    intent = Intent("org", "alice", endpoint.name, ids, Subject("space", "space", "Space"), "Import")
    assert found(memory, intent, sent_ago, told) == expected


@for_each(
    "read_ago, processing, url, state",
    [
        (AGO - 1, "complete", URL, State.SAVED),
        (AGO + 60, "complete", URL, State.UNKNOWN),  # the clock of the API may be a minute behind
        (AGO + 121, "complete", URL, State.NOT_SAVED),
        (None, "complete", URL, State.UNKNOWN),
        (LONG_AGO, "pending", URL, State.SAVED),
        (LONG_AGO, "progress", URL, State.SAVED),
        (AGO - 1, "complete", OTHER, State.UNKNOWN),
    ],
)
def test_a_source_that_is_read_again(
    memory: ResponseCache, read_ago: float | None, processing: str, url: str, state: State
) -> None:
    made = {"createdAt": "2025-01-01T00:00:00Z", "updatedAt": "2025-01-01T00:00:00Z", "processingState": processing}
    spec = {"object": "openapi-spec", "id": "spec", "slug": "rates", "sourceURL": url, **made}
    body, subject = json.dumps({"source": {"url": URL}}), Subject("API specification", "spec", "rates")
    intent = Intent("org", "alice", REPLACE_SPEC.name, ("org", "rates"), subject, "Read again", body=body)
    assert found(memory, intent, AGO, spec | moment(read_ago, "lastProcessedAt"))[0] is state
