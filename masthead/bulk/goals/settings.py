"""The goal to change settings of several resources."""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import MISSING

from masthead.bulk.goal import Contrast, StoredGoal
from masthead.client import Api
from masthead.resources import BY_DELETE
from masthead.resources.values import same
from masthead.store.bulk.steps import Step
from masthead.writes.observe import Now, read_all
from masthead.writes.send import sent_values


class SettingsGoal(StoredGoal):
    """Updates and deletes resources that `editable_settings.py` can read."""

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Now]:
        return read_all(api, [step.intent for step in steps])

    def contrast(self, step: Step, now: Mapping[str, Any] | None) -> Contrast:
        if now is None:
            return Contrast(is_hidden=True)
        wanted, was, deletes = sent_values(step.intent), step.intent.was, step.intent.endpoint in BY_DELETE
        there = dict(now) if deletes else {name: now.get(name, MISSING) for name in wanted}
        others = {name: value for name, value in there.items() if deletes or not same(value, wanted[name])}
        known = {name: value for name, value in others.items() if value is not MISSING}
        touched = {name: value for name, value in known.items() if name in was and not same(value, was[name])}
        return Contrast(deletes or bool(known), touched, len(known) < len(others))
