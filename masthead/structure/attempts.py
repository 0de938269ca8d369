"""The goal of a bulk change of a structure, and the calls that it sent."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, PlainSerializer, PlainValidator, TypeAdapter
from pydantic_core import from_json

from contract.publishing.section_groups import CREATE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Intent, Outcome, parse_cause
from masthead.structure.tree import DEFERRED, SiteStructure, is_new
from masthead.writes.send import ALIKE


@dataclass(frozen=True, slots=True)
class AttemptedCall:
    """A call that a bulk change sent; `done` if the API accepted it, else refused.

    `made` is the id of a new item, `became` the API's answer and `was` the values read before, both as in the journal.
    `title` was the item's title then.
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
        """Parse the body; empty if there is none."""
        sent: Mapping[str, Any] = from_json(self.body) if self.body else {}
        return sent


def attempted_calls(step: Step, live: SiteStructure, known: Collection[str] = ()) -> list[AttemptedCall]:
    """Convert a step to the call that it sent; empty while the outcome is unknown.

    An addition that may have been saved counts as done if its item is on the site under an id that is not in `known`.
    """
    if step.outcome is not None and step.outcome.state in MAYBE_SAVED:
        added = [id_ for id_ in find_added(live, step.intent) if id_ not in known]
        return [_attempted_call(step.intent, replace(step.outcome, made=id_), done=True) for id_ in added[:1]]
    refused = step.state in {StepState.FAILED, StepState.SKIPPED}
    if not refused and step.state is not StepState.DONE:
        return []
    return [_attempted_call(step.intent, step.outcome, done=not refused)]


def done_call(entry: Entry) -> AttemptedCall:
    """Convert a saved journal entry to a call."""
    return _attempted_call(entry.intent, entry.outcome, done=True)


def settle_calls(calls: Sequence[AttemptedCall], live: SiteStructure) -> list[AttemptedCall]:
    """Keep done calls, and unknown additions whose item is on the site."""
    added = [(each, [] if each.done else find_added(live, each)) for each in calls]
    return [replace(each, done=True, made=ids[0]) if ids else each for each, ids in added if each.done or ids]


def _attempted_call(intent: Intent, outcome: Outcome | None, *, done: bool) -> AttemptedCall:
    made, became = (outcome.made, outcome.became) if outcome else ("", {})
    title = intent.subject.title
    return AttemptedCall(intent.endpoint, intent.ids, intent.body, done, made, became, intent.was, title)


def find_added(site: SiteStructure, call: Intent | AttemptedCall) -> list[str]:
    """List new items that match what a call was to add; empty for other calls."""
    body, before = from_json(call.body or "{}"), call.was.get(ALIKE, ())
    found: list[str] = []
    if call.endpoint == ADD_SITE_SPACE.name:
        found = [id_ for id_, item in site.spaces.items() if item.space == body.get("spaceId")]
    elif call.endpoint == CREATE_SECTION_GROUP.name:
        found = [id_ for id_, item in site.groups.items() if item.title == body.get("title")]
    return [id_ for id_ in found if id_ not in before]


def neighbours_sent(body: Mapping[str, Any]) -> dict[str, str]:
    """Return the neighbours' ids in the body of a move, by `after` and `before`."""
    position = body.get("position") or {}
    return {side: str(each.get("siteSpace") or each.get("id")) for side, each in position.items() if each}


def created_ids(wanted: SiteStructure, tried: Sequence[AttemptedCall]) -> Mapping[str, str]:
    """Map ids of the draft, and earlier ids, to the ids that the API gave last."""
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
            # A site may show a space twice: re-adding one matches the item that was removed before this call.
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
    """The wanted structure; `base` is where the draft began and tells removed from added.

    `earlier` are the calls of previous undos, `left` the causes of what an undo always leaves.
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
    """Serialize a goal to store it in a bulk change."""
    return _goals.dump_python(goal, mode="json")


def parse_goal(wanted: Any) -> StructureGoal:  # noqa: ANN401 - JSON
    """Parse a goal that a bulk change stored."""
    return _goals.validate_python(wanted)


def read_goal(bulk: BulkChange) -> StructureGoal:
    return parse_goal(bulk.purpose.wanted)


def with_consents(wanted: Any, consents: Collection[str]) -> Any:  # noqa: ANN401 - JSON
    """Add consents to a stored goal."""
    return wanted | dict.fromkeys(consents, True)
