"""A call that comes into effect after it was looked for: the plan, the journal and the undo follow."""

import pytest

from changes import plans as running
from changes.sent_steps import Found, look_for_sent
from store import State, StepState
from tests.changes.structure.desk import ORG, Desk
from tests.changes.structure.test_lost_answers import OPEN, unknown
from tests.changes.structure.test_undo_of_met import colleague

WAREHOUSE = "sitespace_docs_warehouse"


def test_what_came_after_the_look_is_done_and_undone(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    before = desk.live().spaces[WAREHOUSE].path
    plan = unknown(desk, OPEN["the second of two paths"], carried_out=False)

    def look_too_early(*args: object, **options: object) -> Found:
        found = look_for_sent(*args, **options)  # type: ignore[arg-type] # as it is called
        colleague(desk, "PATCH", f"site-spaces/{WAREHOUSE}", {"path": "wa"})  # the call itself, late
        return found

    monkeypatch.setattr(running, "look_for_sent", look_too_early)
    plan = desk.ended(plan.number)
    assert (dict(plan.counts), plan.differences) == ({StepState.DONE: 2}, ())
    (step,) = [step for step in desk.plans.steps(plan) if WAREHOUSE in step.intent.ids]
    entry = desk.journal.entry(ORG, step.entry or 0)
    assert entry is not None
    assert entry.outcome.state is State.SAVED
    desk.undone(plan)
    assert desk.live().spaces[WAREHOUSE].path == before
