"""Inverts an entry value by value: restores what it left, and reports what somebody has set since.

There is one table for all values, for undo, for undo of undo, and for a colleague's: it asks what the entry found and
left, what is there now, and who has set it since (`timeline.py`).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from masthead.resources.values import NOT_KNOWN
from masthead.writes.equality import same
from masthead.writes.merging import NOTHING, merge_values, split_values
from masthead.writes.timeline import Timeline


class SetValue(NamedTuple):
    """One value that an entry set: JSON, MISSING if absent, NOT_KNOWN if it isn't reported or can't be sent.

    `along` are the values that the API set along with it.
    """

    timeline: Timeline
    before: Any
    now: Any
    along: tuple["SetValue", ...] = ()

    @property
    def left(self) -> Any:  # noqa: ANN401 - JSON
        """The value after the entry: as the API reported it, else as sent."""
        own = self.timeline.own
        return own.sent if own.after is NOT_KNOWN else own.after

    @property
    def is_as_left(self) -> bool:
        """True if nobody has set the value, or one set with it, since. Hidden values are judged by the journal."""
        if self.now is NOT_KNOWN:
            return not self.timeline.may_be_set_since() and self.timeline.is_in_effect(self.now)
        is_there = self.left is NOT_KNOWN or same(self.now, self.left)
        return is_there and self.timeline.is_in_effect(self.now) and all(each.is_as_left for each in self.along)


class Inverse(NamedTuple):
    """The result of inverting an entry, by value name.

    `back` is what they go back to. Others stay: `touched` was changed again since; what `lost` was is not known, nor
    can that of `at_once` be, which somebody set at the same moment; `done` is what it was already.
    """

    back: dict[str, Any]
    touched: list[str]
    lost: list[str]
    at_once: list[str]
    done: list[str]


def invert(values: Mapping[str, SetValue], *, in_parts: bool = True) -> Inverse:
    """Sort the values that an entry set. With `in_parts`, restore single parts of a value that was read."""
    found = Inverse({}, [], [], [], [])
    for name, value in values.items():
        if value.before is NOT_KNOWN:
            found.lost.append(name)
        elif value.now is not NOT_KNOWN and same(value.now, value.before):
            found.done.append(name)
        elif value.timeline.is_set_at_once() and same(value.now, value.left):
            found.at_once.append(name)
        elif value.is_as_left:
            found.back[name] = value.before
        elif in_parts and (rest := _without_own_parts(value)) is not NOT_KNOWN:
            found.back[name] = rest
        else:
            found.touched.append(name)
    return found


def _without_own_parts(value: SetValue) -> Any:  # noqa: ANN401 - JSON
    """What is there now without what the entry changed of it; NOT_KNOWN where it has no part, or somebody set one."""
    line, parts = value.timeline, split_values(value.before, value.left, value.now)
    if parts is None or line.is_set_at_once():
        return NOT_KNOWN
    before, left, there = parts
    changed = [key for key in {**before, **left} if before.get(key, NOTHING) != left.get(key, NOTHING)]
    own = [key for key in changed if there.get(key, NOTHING) == left.get(key, NOTHING)]
    if not own or not all(_of_part(line, key).is_in_effect(there.get(key, NOTHING)) for key in own):
        return NOT_KNOWN
    merged = merge_values(value.left, value.before, value.now, theirs_win=True)
    return NOT_KNOWN if merged is None else merged.value


def _of_part(line: Timeline, key: Any) -> Timeline:  # noqa: ANN401 - one of `split_values`
    """The same for a part of the value, without the writes that left it as they found it."""
    writes = []
    for write in line.writes:
        parts = None if write.before is NOT_KNOWN else split_values(write.before, write.sent)
        before, sent = [each.get(key, NOTHING) for each in parts] if parts else [NOT_KNOWN, NOT_KNOWN]
        if before != sent or not parts or write.entry == line.own.entry:
            writes.append(write._replace(before=before, sent=sent))
    return Timeline(writes, next(each for each in writes if each.entry == line.own.entry))
