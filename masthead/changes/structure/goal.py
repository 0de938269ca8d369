"""What a plan that arranges a site wants, and how the plan keeps it."""

from collections.abc import Collection
from typing import Annotated, Any

from pydantic import PlainSerializer, PlainValidator, TypeAdapter
from pydantic.dataclasses import dataclass

from masthead.changes.structure.attempts import AttemptedCall
from masthead.changes.structure.tree import DEFERRED, SiteStructure
from masthead.store import Cause, Plan
from masthead.store.causes import parse_cause


def _read_cause(kept: Cause | str) -> Cause:
    return kept if isinstance(kept, Cause) else parse_cause(kept)


KeptCause = Annotated[Cause, PlainValidator(_read_cause), PlainSerializer(Cause.to_json)]


@dataclass(frozen=True, config=DEFERRED)
class StructureGoal:
    """What a plan of this kind wants. `base` is what the draft was begun from; with it, removed is told from added.

    `earlier` are the calls of undos before this one. `crosses`: whether moves change the section, as far as earlier
    plans have found out. `left` is what an undo leaves whatever it meets.
    """

    organization: str
    site: str
    title: str
    base: SiteStructure
    wanted: SiteStructure
    readd: bool = False
    reorder: bool = False
    crosses: bool = True
    earlier: tuple[AttemptedCall, ...] = ()
    left: tuple[KeptCause, ...] = ()


_goals = TypeAdapter(StructureGoal)


def serialize_goal(goal: StructureGoal) -> Any:  # noqa: ANN401 - JSON
    """The goal as a plan keeps it."""
    return _goals.dump_python(goal, mode="json")


def parse_goal(wanted: Any) -> StructureGoal:  # noqa: ANN401 - JSON
    """The goal out of that."""
    return _goals.validate_python(wanted)


def read_goal(plan: Plan) -> StructureGoal:
    return parse_goal(plan.purpose.wanted)


def with_consents(wanted: Any, consents: Collection[str]) -> Any:  # noqa: ANN401 - JSON
    """What a plan wants, with what was not agreed to before."""
    return wanted | dict.fromkeys(consents, True)
