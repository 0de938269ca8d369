"""A visitor schema whose answer was lost, and which was saved: sent once more, it is told as saved."""

import json
from typing import Any

import pytest

from tests.blueprints.test_adaptive import BETA, DOCS, having, put, saved, text
from tests.faults import faults
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import RunningService


@pytest.mark.parametrize("press", ["Save schema", "Show what I typed"])
@pytest.mark.parametrize("theirs", [{}, {"theirs": BETA}], ids=["alone", "beside a colleague"])
def test_a_schema_whose_answer_was_lost_is_already_saved(
    distant: Pages, wire: Wire, service: RunningService, press: str, theirs: dict[str, Any]
) -> None:
    schema = having(text(distant.get(DOCS)), beta=BETA)
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(DOCS, jsonSchema=json.dumps(schema))
    wire.faults.clear()
    put(service, having(saved(service), **theirs))
    if press not in distant.shown.buttons:
        distant.get(DOCS)
    sent = wire.seen["PUT"]
    shown = distant.submit(DOCS, press=press)
    assert shown.toasts == ["Already saved. Your changes are there, so nothing was sent."]
    assert "It isn't known whether" not in shown.main
    assert wire.seen["PUT"] == sent
