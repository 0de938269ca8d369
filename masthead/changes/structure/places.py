"""Where the calls of a plan have led in the end, which is not where it wanted things if it ended with differences."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import field
from typing import Any

from pydantic import TypeAdapter
from pydantic.dataclasses import dataclass

from masthead.changes.structure.fitting import containers
from masthead.changes.structure.lines import map_items_to_lines, replay_moves
from masthead.changes.structure.merged import PLACE
from masthead.changes.structure.owned import Owned
from masthead.changes.structure.tree import DEFERRED, SiteStructure


@dataclass(frozen=True, config=DEFERRED)
class Places:
    """What calls have moved and nobody has moved since, the lines that it is in, and those that their groups are in.

    `names` are the ids of groups that had been made again by then, by those that the plan was begun from.
    """

    items: Sequence[str] = ()
    lines: Mapping[str, Sequence[str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)


GROUP = "group:"
_places = TypeAdapter(Places)


def places_of(owned: Owned, now: SiteStructure, names: Mapping[str, str]) -> Places:
    """The places in `now` of what is a plan's own."""
    items = {key.removeprefix(PLACE) for key in owned.still if key.startswith(PLACE)}
    there = containers(now)
    groups = {key.removeprefix(GROUP) for key, line in there.items() if key.startswith(GROUP) and items & {*line}}
    lines = {key: line for key, line in there.items() if (items | groups).intersection(line)}
    return Places(sorted(items), lines, names)


def serialize_places(places: Places) -> Any:  # noqa: ANN401 - JSON
    """The places as a plan keeps them."""
    return _places.dump_python(places, mode="json")


def names_met(report: Any) -> Mapping[str, str]:  # noqa: ANN401 - JSON
    """The ids of groups that had been made again when a plan ended; plans of before they were kept have none."""
    return {} if report is None else _places.validate_python(report).names


def put_in_places(structure: SiteStructure, report: Any, items: Collection[str] | None = None) -> None:  # noqa: ANN401 - JSON
    """Put things where a plan has kept that they are: `items`, or what it moved.

    Plans that ended before they kept it have no report.
    """
    if report is None:
        return
    places, lines = _places.validate_python(report), containers(structure)
    going = map_items_to_lines(lines).keys() & set(places.items if items is None else items)
    for key, line in replay_moves(lines, places.lines, going).items():
        lines[key][:] = line
