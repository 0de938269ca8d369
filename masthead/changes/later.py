"""What later entries of the journal tell of the values that an entry set, whoever made them.

A value that is there now proves nothing about an entry where another one has set it since. What that one found there
does: it is what the first entry left.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from pydantic_core import from_json

from contract.organization.team_members import REMOVE_TEAM_MEMBER, UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from contract.organization.team_permissions import (
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
)
from i18n import N_
from masthead.changes.acts import Holding
from masthead.changes.member_calls import member_lists, recorded_addresses, roles_before, roles_sent
from masthead.changes.merging import NOTHING, split_values
from masthead.changes.values import same
from masthead.resources.addresses import canonical
from masthead.resources.setting_names import settings_in
from masthead.store import MAYBE_SAVED, Entry, Journal, State, StepOfPlan

TEAM = (UPDATE_TEAM_MEMBER.name, REMOVE_TEAM_MEMBER.name, UPDATE_TEAM_MEMBERS.name)
SPACE = (UPDATE_SPACE_TEAM.name, REMOVE_SPACE_TEAM.name)
COLLECTION = (UPDATE_COLLECTION_TEAM.name, REMOVE_COLLECTION_TEAM.name)
"""The names of endpoints that set the same values; any other sets its own alone."""
Roles = Mapping[str, str | None]
"""By the id of a person; None for nobody of the team."""
UNTOLD: Final = object()
"""What a value was cannot be told."""
THERE = N_("It was saved: the current values are what was sent.")
CHANGED_SINCE_SAVED = N_("It was saved, and changed again since.")
AS_BEFORE_IT = N_("It is not saved: the values are the same as before.")
NEITHER = N_("The current values are neither what was sent nor what was there before.")
NOT_REPORTED = N_("The API doesn't report the current value, so it doesn't show whether this was saved.")
SOME_NEITHER = N_("Some members are neither as this change asked nor as they were before.")
SOME_AS_SENT = N_("Some members are as this change asked, the others as they were before.")
CHANGED_SINCE = N_("It may have been changed again since, so the current values don't show whether this was saved.")
SET_BACK = N_("Somebody may have set it back since, so the current values don't show whether this was saved.")
SET_SINCE = N_("Somebody may have set it since, so the current values don't show whether this was saved.")
ELSEWHERE = (NEITHER, SOME_NEITHER, SOME_AS_SENT, SET_BACK, SET_SINCE)
"""What tells that somebody may have set it since, of whom the journal has nothing."""


class Part(NamedTuple):
    """A part of the setting `name`, to ask about in its place; `key` is one of `split_values`."""

    name: str
    key: Any


@dataclass(frozen=True, slots=True)
class Setting:
    """A value as one entry set it: what it found there, and what it sent."""

    entry: Entry
    found: Any
    sent: Any

    def left(self, name: str) -> Any:  # noqa: ANN401 - JSON
        """What there was once it was saved, as the API answered or as it was sent."""
        return self.entry.outcome.became.get(name, self.sent)

    def may_have_set(self, now: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether what is there now may be there because of it."""
        state = self.entry.outcome.state
        return state is State.SAVED or (state in MAYBE_SAVED and same(self.sent, now))


@dataclass(frozen=True)
class LaterSettings:
    """The entries that set the same values as `entry`, the oldest first, from the first that it or one of them undoes.

    `ended` is when its call had: what a page read before that, it may have read too early. Of people, `ids` are found
    by address. `beside` are those of others, saved or not known, that were under way at the same moment: either may
    have replaced the other. `sent_by` are the plans that sent `entries`, by their numbers.
    """

    entry: Entry
    entries: Sequence[Entry] = ()
    beside: Sequence[Entry] = ()
    ended: float = 0.0
    ids: Mapping[str, str] = field(default_factory=dict)
    sent_by: Mapping[int, StepOfPlan] = field(default_factory=dict)

    def value_left(self, name: str, now: Any) -> Any:  # noqa: ANN401 - JSON
        """What the entry left there: what the next one found, else what there is now; UNTOLD where nobody can say."""
        for setting in self._settings_of(name):
            if setting.entry.number <= self.entry.number:
                continue
            if setting.found is not UNTOLD and setting.entry.at >= self.ended:
                return setting.found
            if setting.may_have_set(now):
                return UNTOLD
        return now

    def left_as_found(self, name: str, now: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether the entry changed nothing there, though it asked for something else."""
        own = next((each for each in self._settings_of(name) if each.entry.number == self.entry.number), None)
        if own is None or own.found is UNTOLD or own.found == own.sent:
            return False
        return bool(self.value_left(name, now) == own.found)

    def sent_too(self, wanted: Mapping[str, Any]) -> Collection[str]:
        """The names of those of these values that the entry sent as well."""
        own = {name: self._setting_by(self.entry, name) for name in wanted}
        return {name for name, setting in own.items() if setting is not None and same(setting.sent, wanted[name])}

    def is_overwritten(self, name: str, besides: Collection[int] = ()) -> bool:
        """Whether it was set since, by an entry that was saved, `besides` those of these numbers."""
        settled = (each.entry for each in self._settings_of(name) if each.entry.outcome.state is State.SAVED)
        return any(entry.number > self.entry.number and entry.number not in besides for entry in settled)

    def may_be_overwritten(self, name: str) -> bool:
        """Whether it was set since, by an entry of which nobody knows whether it was saved."""
        later = (each.entry for each in self._settings_of(name) if each.entry.number > self.entry.number)
        return any(entry.outcome.state in MAYBE_SAVED for entry in later)

    def is_set_beside(self, name: str | Part) -> bool:
        """Whether another entry set it at the same moment: then nobody knows what this one replaced."""
        return any(self._setting_by(each, name) is not None for each in self.beside)

    def is_set_otherwise_by(self, other: Entry) -> bool:
        """Whether another entry sets some of the same to something else, or changes some of the same members."""
        found = ((self._setting_by(other, name), value) for name, value in values_sent(self.entry).items())
        told, of_team = ((each.sent, value) for each, value in found if each), self.entry.intent.endpoint in TEAM
        return any(sent is not UNTOLD and (of_team or not same(sent, value)) for sent, value in told)

    def is_set_by_same_person(self, name: str) -> bool:
        """Whether its person set it since and that was saved: then they have decided anew, whatever came of it."""
        later = (each.entry for each in self._settings_of(name) if each.entry.number > self.entry.number)
        return any(each.outcome.state is State.SAVED and each.intent.owner == self.entry.intent.owner for each in later)

    def is_in_effect(self, name: str | Part, now: Any) -> bool:  # noqa: ANN401 - JSON
        """Whether what is there now is there because of it alone.

        What was set since is taken back by undoing that entry, or the plan that sent it.
        """
        if self.is_set_beside(name):
            return False
        value, left = Holding(), None
        for setting in self._settings_of(name):
            number = setting.entry.number
            if number == self.entry.number or setting.may_have_set(now):
                value.set_by(setting.entry, self.sent_by.get(number))
                left = value.holder if number == self.entry.number else left
        return left in {None, value.holder}

    def _settings_of(self, name: str | Part) -> Iterator[Setting]:
        for entry in self.entries:
            setting = self._setting_by(entry, name)
            if setting is not None:
                yield setting

    def _setting_by(self, entry: Entry, name: str | Part) -> Setting | None:
        if isinstance(name, Part):
            return _part_setting(entry, name)
        if entry.intent.endpoint not in TEAM:
            return _object_setting(entry, name)
        found, own = self._members_by(entry), self._key(name)
        if own in found:
            return found[own]
        # An address that no entry and no listing ties to an id may be that of anybody who left the team since.
        tied = self._tied
        strangers = [each for each in found if ("@" in each) != ("@" in own) and each not in tied]
        return Setting(entry, UNTOLD, UNTOLD) if own not in tied and strangers else None

    def _members_by(self, entry: Entry) -> Mapping[str, Setting]:
        """By key. A plan has many calls of two hundred people each, which are asked about one after the other."""
        if entry.number not in self._members:
            settings = member_settings(entry).items()
            self._members[entry.number] = {self._key(each): setting for each, setting in settings}
        return self._members[entry.number]

    @cached_property
    def _tied(self) -> frozenset[str]:
        return frozenset(self.ids.values())

    @cached_property
    def _members(self) -> dict[int, Mapping[str, Setting]]:
        return {}

    def _key(self, name: str) -> str:
        return self.ids.get(canonical(name), canonical(name)) if "@" in name else name


def read_later(journal: Journal | None, entry: Entry, addresses: Mapping[str, str] | None = None) -> LaterSettings:
    """What came after an entry; `addresses` are those of people by their ids, as far as they are known."""
    if journal is None:
        return LaterSettings(entry)
    scope = journal_scope(entry)
    entries = journal.since_undone(entry.intent.organization, entry.number, *scope)
    ended = journal.ended(entry)
    sent = (each for each in journal.overlapping(entry, *scope) if each.outcome.state in (State.SAVED, *MAYBE_SAVED))
    beside = [each for each in sent if each.at < ended and each.intent.owner != entry.intent.owner]
    told = (*map(known_addresses, (*entries, *beside)), addresses or {})  # the last who has an address is its person
    ids = {canonical(email): id_ for known in told for id_, email in known.items()}
    sent_by = journal.plans_of(entry.intent.organization, [each.number for each in entries])
    return LaterSettings(entry, entries, beside, ended, ids, sent_by)


def values_sent(entry: Entry) -> dict[str, Any]:
    if entry.intent.endpoint in TEAM:
        return {name: setting.sent for name, setting in member_settings(entry).items()}
    sent = settings_in(entry.intent.endpoint, from_json(entry.intent.body or "{}"))
    return {"role": sent.get("role")} if entry.intent.endpoint in (*SPACE, *COLLECTION) else sent


def journal_scope(entry: Entry) -> tuple[Sequence[str], tuple[str, ...]]:
    """The endpoints that set the same values, and the ids that their paths begin with."""
    endpoint, ids = entry.intent.endpoint, entry.intent.ids
    found = next((names for names in (TEAM, SPACE, COLLECTION) if endpoint in names), (endpoint,))
    return found, ids[:2] if found is TEAM else ids


def _object_setting(entry: Entry, name: str) -> Setting | None:
    sent, was = settings_in(entry.intent.endpoint, from_json(entry.intent.body or "{}")), entry.intent.was
    if entry.intent.endpoint in (*SPACE, *COLLECTION):
        return Setting(entry, was.get(name), sent.get(name))
    return Setting(entry, was.get(name, UNTOLD), sent[name]) if name in sent else None


def _part_setting(entry: Entry, part: Part) -> Setting | None:
    """None where it left the part as it found it."""
    whole = _object_setting(entry, part.name)
    if whole is None:
        return None
    parts = None if whole.found is UNTOLD else split_values(whole.found, whole.sent)
    if parts is None:
        return replace(whole, found=UNTOLD, sent=UNTOLD)
    found, sent = (each.get(part.key, NOTHING) for each in parts)
    return None if found == sent else Setting(entry, found, sent)


def member_settings(entry: Entry) -> dict[str, Setting]:
    """By id or address; what was not told is UNTOLD."""
    if entry.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
        sent = roles_sent(member_lists(entry))
        return {name: Setting(entry, _role_or_untold(was), sent[name]) for name, was in roles_before(entry).items()}
    was, role = entry.intent.was.get("role"), from_json(entry.intent.body or "{}").get("role")
    return {entry.intent.ids[-1]: Setting(entry, _role_or_untold(was), role)}


def _role_or_untold(role: str | None) -> Any:  # noqa: ANN401 - a role, none, or UNTOLD
    return UNTOLD if role == "" else role


def known_addresses(entry: Entry) -> dict[str, str]:
    """By id: those that it kept of the people whom it was about."""
    if entry.intent.endpoint == UPDATE_TEAM_MEMBERS.name:
        return recorded_addresses(entry.intent.was)
    email = entry.intent.was.get("email") if entry.intent.endpoint in TEAM else None
    return {entry.intent.ids[-1]: email} if email else {}
