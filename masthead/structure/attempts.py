"""The goal of a bulk change of a structure, and the calls that it has tried."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, PlainSerializer, PlainValidator, TypeAdapter
from pydantic_core import from_json

from contract.publishing.section_groups import CREATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.causes import Cause, parse_cause
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, Outcome
from masthead.structure.tree import DEFERRED, SiteStructure, is_new
from masthead.writes.change import ALIKE


@dataclass(frozen=True, slots=True)
class AttemptedCall:
    """A call that a bulk change has sent: `done` as the service said, else refused.

    `made` is the id of what is new, `became` what the service told of it, `was` what the bulk change had read before,
    as the journal has them, `title` what it was called then.
    """

    endpoint: str
    ids: tuple[str, ...]
    body: str | None
    done: bool
    made: str = ""
    became: Mapping[str, Any] = field(default_factory=dict)
    was: Mapping[str, Any] = field(default_factory=dict)
    title: str = ""

    @property
    def sent(self) -> Mapping[str, Any]:
        """The body as JSON values, by field; empty without one."""
        sent: Mapping[str, Any] = from_json(self.body) if self.body else {}
        return sent


def attempted_calls(step: Step, live: SiteStructure, known: Collection[str] = ()) -> list[AttemptedCall]:
    """A step as something that was tried; one that is not known says nothing, but for what it may have added.

    `known` are the ids of what it did not add.
    """
    if step.outcome is not None and step.outcome.state in MAYBE_SAVED:
        added = [id_ for id_ in find_added(live, step.intent) if id_ not in known]
        return [_attempted_call(step.intent, replace(step.outcome, made=id_), done=True) for id_ in added[:1]]
    refused = step.state in {StepState.FAILED, StepState.SKIPPED}
    if not refused and step.state is not StepState.DONE:
        return []
    return [_attempted_call(step.intent, step.outcome, done=not refused)]


def done_call(entry: Entry) -> AttemptedCall:
    """An entry that was saved, as a call."""
    return _attempted_call(entry.intent, entry.outcome, done=True)


def settle_calls(calls: Sequence[AttemptedCall], live: SiteStructure) -> list[AttemptedCall]:
    """Those that were done, and those of which nobody knows, if what they were to add is there."""
    added = [(each, [] if each.done else find_added(live, each)) for each in calls]
    return [replace(each, done=True, made=ids[0]) if ids else each for each, ids in added if each.done or ids]


def _attempted_call(intent: Intent, outcome: Outcome | None, *, done: bool) -> AttemptedCall:
    made, became = (outcome.made, outcome.became) if outcome else ("", {})
    title = intent.subject.title
    return AttemptedCall(intent.endpoint, intent.ids, intent.body, done, made, became, intent.was, title)


def find_added(site: SiteStructure, call: Intent | AttemptedCall) -> list[str]:
    """The ids of what is called as this call was to add it, and was not there before; empty where it adds nothing."""
    body, before = from_json(call.body or "{}"), call.was.get(ALIKE, ())
    found: list[str] = []
    if call.endpoint == ADD_SITE_SPACE.name:
        found = [id_ for id_, item in site.spaces.items() if item.space == body.get("spaceId")]
    elif call.endpoint == CREATE_SECTION_GROUP.name:
        found = [id_ for id_, item in site.groups.items() if item.title == body.get("title")]
    return [id_ for id_ in found if id_ not in before]


def neighbours_sent(body: Mapping[str, Any]) -> dict[str, str]:
    """The ids beside which the body of a move puts something, by `after` and `before`."""
    position = body.get("position") or {}
    return {side: str(each.get("siteSpace") or each.get("id")) for side, each in position.items() if each}


def created_ids(wanted: SiteStructure, tried: Sequence[AttemptedCall]) -> Mapping[str, str]:
    """The ids that the API gave last, by those that the draft used and by those that it gave before."""
    found: dict[str, str] = {}
    earlier: dict[str, str] = {}
    removed: set[str] = set()
    for call in tried:
        if call.done and call.endpoint == REMOVE_SITE_SPACE.name:
            removed.add(call.ids[-1])
        if not call.made:
            continue
        if call.endpoint == CREATE_SECTION_GROUP.name:
            title = call.sent.get("title")
            found |= {id_: call.made for id_, each in wanted.groups.items() if is_new(id_) and each.title == title}
        if call.endpoint == ADD_SITE_SPACE.name:
            shown = [id_ for id_, each in wanted.spaces.items() if each.space == call.sent.get("spaceId")]
            # A site may show a space twice: what is added again is what was removed before this call.
            added = [id_ for id_ in shown if found.get(id_, id_) in removed or (is_new(id_) and id_ not in found)]
            for id_ in added[:1] or shown:
                earlier |= {found[id_]: id_} if id_ in found else {}
                found[id_] = call.made
    return found | {gone: found[id_] for gone, id_ in earlier.items()}


def _read_cause(kept: Cause | str) -> Cause:
    return kept if isinstance(kept, Cause) else parse_cause(kept)


KeptCause = Annotated[Cause, PlainValidator(_read_cause), PlainSerializer(Cause.to_json)]


@dataclass(frozen=True)
class StructureGoal:
    """What a plan of this kind wants. `base` is what the draft was begun from; with it, removed is told from added.

    `earlier` are the calls of undos before this one. `left` is what an undo leaves whatever it meets.
    """

    __pydantic_config__: ClassVar[ConfigDict] = DEFERRED
    organization: str
    site: str
    title: str
    base: SiteStructure
    wanted: SiteStructure
    readd: bool = False
    reorder: bool = False
    earlier: tuple[AttemptedCall, ...] = ()
    left: tuple[KeptCause, ...] = ()


_goals = TypeAdapter(StructureGoal)


def serialize_goal(goal: StructureGoal) -> Any:  # noqa: ANN401 - JSON
    """The goal as a bulk change keeps it."""
    return _goals.dump_python(goal, mode="json")


def parse_goal(wanted: Any) -> StructureGoal:  # noqa: ANN401 - JSON
    """The goal out of that."""
    return _goals.validate_python(wanted)


def read_goal(bulk: BulkChange) -> StructureGoal:
    return parse_goal(bulk.purpose.wanted)


def with_consents(wanted: Any, consents: Collection[str]) -> Any:  # noqa: ANN401 - JSON
    """What a bulk change wants, with what was not agreed to before."""
    return wanted | dict.fromkeys(consents, True)
