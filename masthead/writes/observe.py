"""The current values, and what they prove about the call that set them, as a truth table.

If a later write recorded the value that it replaced, that is the value the call left (`timeline.py`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, ListQuery
from masthead.client import Api, NotFound, Problem, Read
from masthead.resources import BY_CREATE, BY_DELETE, BY_UPDATE, Resource
from masthead.resources.values import MEMBER_CALLS, NOT_KNOWN, is_same_value
from masthead.store.entries import SET_BY_OTHERS, Cause, Entry, Intent, Outcome, Reason, State
from masthead.store.journal.journal import Journal, ValueWrite
from masthead.writes.roles import ROLE_ASSIGNMENTS, is_listed, read_members, read_roles
from masthead.writes.send import sent_values
from masthead.writes.timeline import Timeline, Timelines, read_timelines

ARRIVES_WITHIN_SECONDS = 60.0
"""A call may still create an object for this time after it was sent."""
SAVED = Outcome(State.SAVED, Cause(Reason.AS_SENT))
SAVED_THEN = Outcome(State.SAVED, Cause(Reason.CHANGED_SINCE_SAVED))
NOT_SAVED = Outcome(State.NOT_SAVED, Cause(Reason.AS_BEFORE))
CHANGED_SINCE = Outcome(State.UNKNOWN, Cause(Reason.CHANGED_SINCE))
NEITHER = Outcome(State.UNKNOWN, Cause(Reason.NEITHER))
SOME_AS_SENT = Outcome(State.UNKNOWN, Cause(Reason.SOME_AS_SENT))
SET_BY_SOMEBODY = Outcome(State.UNKNOWN, Cause(Reason.SET_BY_SOMEBODY))
NOT_REPORTED = Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED))
DONE_BY_SOMEBODY = Outcome(State.SAVED, Cause(Reason.DONE_BY_SOMEBODY))
MAYBE_DONE = Outcome(State.UNKNOWN, Cause(Reason.MAYBE_DONE))
NOT_YET = Outcome(State.UNKNOWN, Cause(Reason.NOT_YET))
NOT_DONE = Outcome(State.NOT_SAVED, Cause(Reason.NOT_DONE))
TABLE: Mapping[tuple[bool, bool, bool], Outcome | None] = {
    # Keys: the value it left is as sent, is as before, and was set since.
    (True, False, False): SAVED,
    (True, False, True): SAVED_THEN,
    (False, True, False): NOT_SAVED,
    (False, True, True): SET_BY_SOMEBODY,
    (False, False, False): NEITHER,
    (False, False, True): SET_BY_SOMEBODY,
    (True, True, False): None,  # the call sent the value that was there already, so an unchanged value proves nothing
    (True, True, True): SET_BY_SOMEBODY,
}


class ObservedValue(NamedTuple):
    """A value that a call set: JSON, MISSING if absent, NOT_KNOWN if the API doesn't report it.

    `along` contains the values that the API set together with it.
    """

    sent: Any
    before: Any
    now: Any
    timeline: Timeline
    is_accepted: bool = False
    along: tuple["ObservedValue", ...] = ()

    @property
    def resulting_value(self) -> Any:  # noqa: ANN401 - JSON
        """Return the value after the call. If unknown, it is the current one if an accepted call sent that."""
        left = self.timeline.value_after(self.now)
        return self.now if left is NOT_KNOWN and self.is_accepted and is_same_value(self.now, self.sent) else left

    @property
    def outcome(self) -> Outcome | None:
        """Determine the call's outcome from this value alone."""
        left, is_set_since = self.resulting_value, self.timeline.is_set_since()
        if self.sent is NOT_KNOWN or (left is NOT_KNOWN is self.now):
            return NOT_REPORTED
        is_moved = is_set_since or not is_same_value(left, self.now)
        return TABLE[is_same_value(left, self.sent), is_same_value(left, self.before), is_moved]

    @property
    def recorded_value(self) -> Any:  # noqa: ANN401 - JSON
        """Return the value that the API reported right after the call, or else the value that was sent."""
        return _recorded_value(self.timeline.own)

    @property
    def is_as_written(self) -> bool:
        """Return whether this value and those set with it are unchanged. If it is hidden, the journal decides."""
        if self.now is NOT_KNOWN:
            return not self.timeline.may_be_set_since() and self.timeline.is_in_effect(self.now)
        does_exist = self.recorded_value is NOT_KNOWN or is_same_value(self.now, self.recorded_value)
        return does_exist and self.timeline.is_in_effect(self.now) and all(each.is_as_written for each in self.along)


def _recorded_value(own: ValueWrite) -> Any:  # noqa: ANN401 - JSON
    return own.sent if own.after is NOT_KNOWN else own.after


def observed_values(entry: Entry, since: Timelines, now: Mapping[str, Any] | None = None) -> dict[str, ObservedValue]:
    """Return the values that an entry set, by setting or member. Without `now`, they are as the entry left them."""
    resource, is_accepted = BY_UPDATE.get(entry.intent.endpoint), entry.outcome.state is State.SAVED

    def value_of(name: str) -> ObservedValue:
        own = since[name].own
        value = _recorded_value(own) if now is None else now.get(name, MISSING)
        return ObservedValue(*_reported_values(entry, name, own, value), since[name], is_accepted)

    if resource is None:
        return {name: value_of(name) for name in since}
    along = {name: tuple(map(value_of, resource.settings.side_effects([name]))) for name in sent_values(entry.intent)}
    return {name: value_of(name)._replace(along=others) for name, others in along.items()}


def _reported_values(entry: Entry, name: str, own: ValueWrite, now: Any) -> tuple[Any, Any, Any]:  # noqa: ANN401 - JSON, or NOT_KNOWN
    intent = entry.intent
    if intent.endpoint in BY_UPDATE:
        settings = BY_UPDATE[intent.endpoint].settings
        before = None if own.before is NOT_KNOWN and name not in settings.unread else own.before
        return own.sent, before, NOT_KNOWN if settings.is_hidden(name, now) else now
    if intent.endpoint in ROLE_ASSIGNMENTS and intent.endpoint not in MEMBER_CALLS:
        told = own.sent if is_listed(intent, None) else NOT_KNOWN
        return told, own.before, now if is_listed(intent, now) else NOT_KNOWN
    # The API may not report a member's role. A person who wasn't a member before, and is now, was added as sent.
    added = own.sent if own.before is None and own.sent is not None else NOT_KNOWN
    return own.sent, own.before, added if now == "" else now


def judge_outcome(values: Collection[ObservedValue], *, at_once: bool = True) -> Outcome:
    """Determine a call's outcome from the values it set. With `at_once`, the API sets all of them or none."""
    found = [outcome for each in values if (outcome := each.outcome) is not None]
    told = [each for each in found if each is not NOT_REPORTED]
    if not told:
        return NOT_REPORTED if found else SAVED
    states = {each.state for each in told}
    if states == {State.SAVED} or (at_once and State.SAVED in states):
        return SAVED if all(each is SAVED for each in told) else SAVED_THEN
    if states == {State.NOT_SAVED}:
        return NOT_SAVED
    return next((each for each in (NEITHER, SET_BY_SOMEBODY) if each in told), SOME_AS_SENT)


def doubt_outcome(found: Outcome, looks: Collection[Reason], state: State) -> Outcome:
    """Make an outcome unknown if earlier checks saw other values, or if the entry was closed as unknown.

    `looks` are the reasons that earlier checks recorded. If a value was different in the meantime, somebody may have
    set it back, so the current value proves nothing.
    """
    was_otherwise = not set(looks).isdisjoint(SET_BY_OTHERS)
    is_moot = found.state is State.NOT_SAVED and state is State.CLOSED
    is_told = found.state in {State.SAVED, State.NOT_SAVED}
    return SET_BY_SOMEBODY if is_told and (was_otherwise or is_moot) else found


Now = Mapping[str, Any] | Problem | None
"""Settings by field, or a `role`; the Problem of reading them; None if the API has no read for them."""
READABLE = {**BY_DELETE, **BY_UPDATE}
BY_ID = "id}"
"""The end of the path of a read by id; other reads are by name."""


def read_all(api: Api, intents: Sequence[Intent]) -> list[Now]:
    """Read the current settings or role for each intent, in the same order. Nothing is read twice."""
    asked = [_list_reads(each.endpoint, each.ids, sent_values(each)) for each in intents]
    calls = {(call.endpoint.name, call.ids): call for reads in asked for call in reads}
    first = api.gather(*calls.values()) if calls else ()
    answers = {key: _read_all_items(api, calls[key], answer) for key, answer in zip(calls, first, strict=True)}
    return [
        _current_value(each.endpoint, each.ids, [answers[call.endpoint.name, call.ids] for call in reads])
        for each, reads in zip(intents, asked, strict=True)
    ]


def read_now(api: Api, endpoint: str, ids: tuple[str, ...], names: Collection[str] | None = None) -> Mapping[str, Any]:
    """Read the settings or the role that a call to this endpoint sets; empty for other endpoints.

    If `names` are given, other settings may be missing. Raises Problem if the main read fails.
    """
    if endpoint in ROLE_ASSIGNMENTS:
        return {"role": read_roles(api, ROLE_ASSIGNMENTS[endpoint], ids[:-1]).get(ids[-1])}
    if endpoint not in BY_UPDATE:
        return {}
    reads = _list_reads(endpoint, ids, names)
    found = _current_value(
        endpoint, ids, [_read_all_items(api, *each) for each in zip(reads, api.gather(*reads), strict=True)]
    )
    if isinstance(found, Problem):
        raise found
    return found or {}


def read_current(api: Api, entry: Entry, journal: Journal | None) -> tuple[Timelines, Mapping[str, Any]]:
    """Read the timelines and current values of what an entry set. Raises Problem if a read fails."""
    intent = entry.intent
    if intent.endpoint in MEMBER_CALLS:
        members = read_members(api, *intent.ids[:2])
        since = read_timelines(journal, entry, members.addresses)
        return since, members.roles_of(since)
    names = sent_values(intent) if intent.endpoint in BY_UPDATE else None
    return read_timelines(journal, entry), read_now(api, intent.endpoint, intent.ids, names)


def _list_reads(endpoint: str, ids: tuple[str, ...], names: Collection[str] | None) -> list[Read[Any]]:
    """List the reads that show a call's values: the object's own, and one for settings that it doesn't include."""
    if endpoint in ROLE_ASSIGNMENTS:
        return [Read(ROLE_ASSIGNMENTS[endpoint].listing, ids[:-1], ListQuery(limit=LIMIT_MAX))]
    if endpoint not in READABLE:
        return []
    source, settings = READABLE[endpoint].source, READABLE[endpoint].settings
    if source.listing:
        return [Read(source, ids[:-1], ListQuery(limit=LIMIT_MAX))]
    is_enough = settings.also is None or (names is not None and settings.unread.isdisjoint(names))
    return [Read(each, ids) for each in (source, None if is_enough else settings.also) if each is not None]


def _read_all_items(api: Api, call: Read[Any], answer: Any) -> Any:  # noqa: ANN401 - any answer
    """Return all items of a listing, given its first page. Answers to other calls are returned unchanged."""
    if isinstance(answer, Problem) or not call.endpoint.listing:
        return answer
    if answer.next is MISSING:
        return answer.items
    try:
        return [*api.walk(call.endpoint, *call.ids, query=ListQuery(limit=LIMIT_MAX))]
    except Problem as problem:
        return problem


def _current_value(endpoint: str, ids: tuple[str, ...], answers: Sequence[Any]) -> Now:
    if not answers:
        return None
    main, *also = answers
    resource = READABLE.get(endpoint)
    if isinstance(main, Problem):
        return {} if resource and resource.settings.optional and isinstance(main, NotFound) else main
    if resource is None:
        return {"role": dict(map(ROLE_ASSIGNMENTS[endpoint].of, main)).get(ids[-1])}
    if not resource.source.listing:
        return resource.settings_of(main, *(None if isinstance(each, Problem) else each for each in also))
    found = next((item for item in main if item.id == ids[-1]), None)
    return NotFound() if found is None else resource.settings_of(found)


def find_in_listing(api: Api, listing: Endpoint[Listing[Any]], ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """Find the item of a listing whose id is the last of `ids`. Raises NotFound if there is none."""
    *around, own = ids
    for item in api.walk(listing, *around, query=ListQuery(limit=LIMIT_MAX)):
        if item.id == own:
            return item
    raise NotFound


def walk_named(api: Api, resource: Resource, ids: tuple[str, ...], name: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    """Yield the items with this name in the resource's listing."""
    listing: Any = resource.endpoints.listing
    query_type = listing.query or ListQuery
    filters = {resource.name: name} if resource.name in query_type.model_fields and name is not MISSING else {}
    query = query_type.model_validate({**filters, "limit": LIMIT_MAX})
    return (item for item in api.walk(listing, *ids, query=query) if name in (MISSING, getattr(item, resource.name)))


def read_created(api: Api, create: str, ids: tuple[str, ...]) -> Any:  # noqa: ANN401 - any resource
    """Read the object that this endpoint created; its id is the last of `ids`. Raises Problem, or NotFound."""
    calls = BY_CREATE[create].endpoints
    is_by_id = calls.read is not None and calls.read.path.lower().endswith(BY_ID)
    place: Any = calls.read if is_by_id else calls.listing
    return api.read(place, *ids) if is_by_id else find_in_listing(api, place, ids)


def does_exist(api: Api, create: str, ids: tuple[str, ...]) -> bool:
    """Return whether an object that the endpoint created exists. Raises Problem if the read fails otherwise."""
    try:
        read_created(api, create, ids)
    except NotFound:
        return False
    return True
