"""The kind of plan that gives and takes roles: each is held against a fresh read of its place before it is sent."""

from collections.abc import Sequence

from masthead.bulk.goal import Goal, describe_unverified, mark_unreadable, tell_difference
from masthead.client import Api, NotFound, Problem
from masthead.store.bulk.steps import Mark, Step, StepState
from masthead.store.causes import NO_CAUSE, Cause, Reason
from masthead.writes.roles import Roles, is_listed, read_all_roles, sent_role


class RolesGoal(Goal):
    """Steps are the calls of `HOLDINGS`; what somebody else changed since the plan was made is not overwritten."""

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        """Leave out what is so already; refuse to overwrite what somebody else changed since the plan was made."""
        met = read_all_roles(api, [step.intent for step in steps])
        return [_check_role_step(step, roles) for step, roles in zip(steps, met, strict=True)]

    def is_no_op(self, step: Step, problem: Problem) -> bool:
        """A role that nobody told of may have been none."""
        untold = step.intent.body is None and step.intent.was.get("role") is None
        return untold and isinstance(problem, NotFound)

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:
        """What is not listed as it was sent."""
        met = read_all_roles(api, [step.intent for step in steps])
        return [_describe_role_difference(step, roles) for step, roles in zip(steps, met, strict=True)]


def _check_role_step(step: Step, roles: Roles | Problem) -> Mark | Problem | None:
    if isinstance(roles, Problem):
        return mark_unreadable(step, roles)
    now, was = roles.get(step.intent.ids[-1]), step.intent.was.get("role")
    if now == sent_role(step.intent) and is_listed(step.intent, now):
        return Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO))
    if now == was:
        return None
    return Mark(step.position, StepState.FAILED, Cause(Reason.CHANGED_MEANWHILE), {"role": now})


def _describe_role_difference(step: Step, roles: Roles | Problem) -> Cause:
    if isinstance(roles, Problem):
        return describe_unverified(step, roles)
    as_sent = roles.get(step.intent.ids[-1]) == sent_role(step.intent)
    return NO_CAUSE if as_sent else tell_difference(step)
