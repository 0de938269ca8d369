"""Collects the outcomes of calls for members: people accepted, refused or unknown."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from contract.organization.team_members import UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from masthead.bulk.goals.wanted_members import WantedMembers
from masthead.resources.email_addresses import canonical_address
from masthead.resources.values import roles_sent
from masthead.store.bulk.steps import Step, StepState
from masthead.writes.roles import Members, recorded_addresses, roles_before
from masthead.writes.send import sent_values, without_field

REFUSALS, OF_THE_WHOLE = range(400, 500), (401, 403, 429)
"""Statuses that refuse a call, and those of them that are not about the people in it."""
MAX_REFUSALS, MAX_UNNAMED, MAX_UNKNOWN_PEOPLE = 1000, 40, 400
"""Refusals after which we give up: always, and with nothing accepted, unnamed ones or all."""
_SEPARATORS = re.compile(r"[\s\"'“”\u2018\u2019«»„<>()\[\]{},;:!?]+")


@dataclass
class MemberAttempts:
    """Outcomes by key; `done` were named in an accepted call, `maybe` in an unknown one.

    `refused` has the API's message. `single` had their role set by a call of their own. `pieces` are those to try a
    person with next, after the smallest call that was refused. `before` is the role before the first call. `refusals`
    and `unnamed` count calls.
    """

    done: set[str] = field(default_factory=set)
    refused: dict[str, str] = field(default_factory=dict)
    maybe: set[str] = field(default_factory=set)
    single: set[str] = field(default_factory=set)
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict)
    before: dict[str, str | None] = field(default_factory=dict)
    refusals: int = 0
    unnamed: int = 0

    @property
    def gives_up(self) -> bool:
        """True if the API refused so many calls that no more are sent."""
        nothing = not self.done and (self.unnamed >= MAX_UNNAMED or self.refusals >= MAX_UNKNOWN_PEOPLE)
        return nothing or self.refusals >= MAX_REFUSALS


def is_refused(step: Step) -> bool:
    """True if a step was refused, perhaps because of one of its people."""
    ended = step.state in {StepState.FAILED, StepState.SKIPPED}
    return ended and step.status in REFUSALS and step.status not in OF_THE_WHOLE


def read_attempts(wanted: WantedMembers, members: Members, steps: Sequence[Step]) -> MemberAttempts:
    names, found = keys_by_name(wanted, members, steps), MemberAttempts()
    for step in steps:
        is_unknown = step.state not in {StepState.WAITING, StepState.DONE} and step.status not in REFUSALS
        message = without_field(step.intent, step.cause.text) if is_refused(step) else None
        if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
            for name, role in roles_before(step.intent).items():
                if name in names and role != "":  # an empty role was not reported
                    found.before.setdefault(names[name], role)
            keys = [names[name] for name in roles_sent(sent_values(step.intent)) if name in names]
            if message is not None:
                _record_refusal(found, keys, message)
        elif step.intent.endpoint == UPDATE_TEAM_MEMBER.name:
            keys = [names.get(step.intent.ids[-1], "")]
            found.single.update(keys)
            if message is not None:
                found.refused[keys[0]] = message
        else:
            continue
        if step.state is StepState.DONE:
            found.done.update(keys)
        elif is_unknown:
            found.maybe.update(keys)
    return found


def keys_by_name(wanted: WantedMembers, members: Members, steps: Sequence[Step]) -> dict[str, str]:
    """Map the ids and addresses that calls may use to keys.

    Calls store addresses too, because no team can tell the id of somebody who left.
    """
    keys = {canonical_address(key): key for key in wanted.people if "@" in key}
    calls = (step.intent.was for step in steps if step.intent.endpoint == UPDATE_TEAM_MEMBERS.name)
    addresses = {name: canonical_address(email) for was in calls for name, email in recorded_addresses(was).items()}
    found = {name: keys[email] for name, email in addresses.items() if email in keys}
    found |= {key: key for key in wanted.people}
    for key in wanted.people:
        if (member := members.find(key)) is not None:
            found.setdefault(member.id, key)
    return found


def _record_refusal(found: MemberAttempts, keys: list[str], message: str) -> None:
    found.refusals += 1
    named = _key_in_message(keys, message)
    guilty = keys[0] if len(keys) == 1 else named
    found.unnamed += not named
    if guilty:
        found.refused[guilty] = message
    rest = [key for key in keys if key != guilty]
    half = (len(rest) + 1) // 2
    for piece in (tuple(rest[:half]), tuple(rest[half:])):
        for key in piece:
            if len(piece) < len(found.pieces.get(key, keys)):
                found.pieces[key] = piece


def _key_in_message(keys: Collection[str], message: str) -> str:
    """Return the only key that occurs in a message as a word; empty for none or several."""
    words = {canonical_address(word.rstrip(".")) for word in _SEPARATORS.split(message) if word}
    found = [key for key in keys if canonical_address(key) in words]
    return found[0] if len(found) == 1 else ""
