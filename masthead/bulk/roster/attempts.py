"""What was tried for a roster: who was named in a call that was done, and who cannot be, by what the service said."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from contract.organization.team_members import UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from masthead.bulk.roster.goal import RosterGoal, TeamMembers
from masthead.resources.email_addresses import canonical_address
from masthead.resources.values import roles_sent
from masthead.store.bulk.steps import Step, StepState
from masthead.writes.change import sent_values, without_field
from masthead.writes.members import recorded_addresses, roles_before

REFUSALS = range(400, 500)
OF_THE_WHOLE = (401, 403, 429)
"""Of them those that say nothing of whom a call names: the bulk change stops or waits."""
MAX_REFUSALS = 1000
IN_VAIN = 40
"""So many refusals that name nobody, and nothing done: then it is not about single people."""
NOBODY_KNOWN = 400
"""So many that name somebody, and nothing done: then it is the list of others."""
_WORDS = re.compile(r"[\s\"'“”\u2018\u2019«»„<>()\[\]{},;:!?]+")


@dataclass
class RosterAttempts:
    """By key. `done` were named in a call that was done; `out` cannot be, with what the service said.

    `maybe` were named in a call of which nobody knows what it did: some of them may be as wanted, or half-way.
    `single` had their role set by a call of their own. `pieces` are, of the smallest call that named a person and was
    refused, those with whom it is to be tried next. `refusals` and `unnamed` count calls. `others` were changed by
    somebody else since the list was agreed to; of those in `unsure` it isn't known whether that was saved. `met` are
    the roles that the first call met which named a person. `set_back` may have been set back, since others in the same
    call of unknown outcome are as it asked.
    """

    done: set[str] = field(default_factory=set)
    out: dict[str, str] = field(default_factory=dict)
    maybe: set[str] = field(default_factory=set)
    single: set[str] = field(default_factory=set)
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    others: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)
    set_back: set[str] = field(default_factory=set)
    met: dict[str, str | None] = field(default_factory=dict)
    refusals: int = 0
    unnamed: int = 0

    @property
    def in_vain(self) -> bool:
        """Whether no more is to be sent: the service refuses too much."""
        nothing_done = not self.done and (self.unnamed >= IN_VAIN or self.refusals >= NOBODY_KNOWN)
        return nothing_done or self.refusals >= MAX_REFUSALS


def is_refused(step: Step) -> bool:
    """Whether it was refused for something that may be about one of the people in it."""
    settled = step.state in {StepState.FAILED, StepState.SKIPPED}
    return settled and step.status in REFUSALS and step.status not in OF_THE_WHOLE


def is_unknown(step: Step) -> bool:
    """Whether it was sent, and nobody knows what it did."""
    return step.state not in {StepState.WAITING, StepState.DONE} and step.status not in REFUSALS


def read_attempts(goal: RosterGoal, team: TeamMembers, steps: Sequence[Step]) -> RosterAttempts:
    """What the steps that were sent say; the same steps always say the same."""
    names = keys_by_name(goal, team, steps)
    found = RosterAttempts()
    for step in steps:
        _record_met(found, step, names)
        if step.intent.endpoint == UPDATE_TEAM_MEMBER.name:
            _record_single(found, step, names.get(step.intent.ids[-1], ""))
        elif step.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
            keys = [names[name] for name in roles_sent(sent_values(step.intent)) if name in names]
            if step.state is StepState.DONE:
                found.done.update(keys)
            elif is_refused(step):
                _record_refusal(found, keys, without_field(step.intent, step.cause.text))
            elif is_unknown(step):
                found.maybe.update(keys)
    return found


def keys_by_name(goal: RosterGoal, team: TeamMembers, steps: Sequence[Step]) -> dict[str, str]:
    """Keys by what a call may have named their person with.

    The calls themselves keep addresses: who was named by one and is gone by now is in no team that could tell the id.
    """
    keys = {canonical_address(key): key for key in goal.people if "@" in key}
    calls = (step.intent.was for step in steps if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name)
    kept = {name: email for was in calls for name, email in recorded_addresses(was).items()}
    found = {name: keys[canonical_address(email)] for name, email in kept.items() if canonical_address(email) in keys}
    found |= {key: key for key in goal.people}
    for key in goal.people:
        if (member := team.find(key)) is not None:
            found.setdefault(member.id, key)
    return found


def _record_met(found: RosterAttempts, step: Step, names: Mapping[str, str]) -> None:
    met = roles_before(step.intent) if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name else {}
    for name, role in met.items():
        if name in names and role != "":  # which says nothing of who they were
            found.met.setdefault(names[name], role)


def _record_single(found: RosterAttempts, step: Step, key: str) -> None:
    found.single.add(key)
    if step.state is StepState.DONE:
        found.done.add(key)
        found.maybe.discard(key)
    elif is_refused(step):
        found.out[key] = without_field(step.intent, step.cause.text)
    elif is_unknown(step):
        found.maybe.add(key)


def _record_refusal(found: RosterAttempts, keys: list[str], message: str) -> None:
    found.refusals += 1
    named = _key_in_message(keys, message)
    guilty = keys[0] if len(keys) == 1 else named
    found.unnamed += not named
    if guilty:
        found.out[guilty] = message
    rest = [key for key in keys if key != guilty]
    half = (len(rest) + 1) // 2
    for piece in (tuple(rest[:half]), tuple(rest[half:])):
        for key in piece:
            if len(piece) < len(found.pieces.get(key, keys)):
                found.pieces[key] = piece


def _key_in_message(keys: Collection[str], message: str) -> str:
    """The one of them whom a message names as a whole word; empty where it names none or several."""
    words = {canonical_address(word.rstrip(".")) for word in _words(message)}
    found = [key for key in keys if canonical_address(key) in words]
    return found[0] if len(found) == 1 else ""


def _words(message: str) -> Iterable[str]:
    return (word for word in _WORDS.split(message) if word)
