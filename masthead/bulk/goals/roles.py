"""The goal to set roles in teams, spaces and collections."""

from collections.abc import Mapping, Sequence
from typing import Any

from masthead.bulk.goal import Contrast, StoredGoal
from masthead.client import Api, NotFound, Problem
from masthead.store.bulk.steps import Step
from masthead.writes.observe import Now, read_all
from masthead.writes.roles import is_listed, sent_role


class RolesGoal(StoredGoal):
    """Sets roles with the calls of `ROLE_ASSIGNMENTS`."""

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Now]:
        return read_all(api, [step.intent for step in steps])

    def contrast(self, step: Step, now: Mapping[str, Any]) -> Contrast:
        role, was = now["role"], step.intent.was.get("role")
        return Contrast(
            differs=role != sent_role(step.intent),
            touched={} if role == was else {"role": role},
            is_hidden=not is_listed(step.intent, role),
        )

    def is_no_op(self, step: Step, problem: Problem) -> bool:
        """True if removing a role that the API didn't report finds none."""
        unreported = step.intent.body is None and step.intent.was.get("role") is None
        return unreported and isinstance(problem, NotFound)
