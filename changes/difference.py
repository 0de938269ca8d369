"""What a form changes: only that is sent, so that two people who edit different fields do not undo each other."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pydantic import MISSING, BaseModel
from pydantic_core import to_jsonable_python

M = TypeVar("M", bound=BaseModel)
Reading = Callable[[Any], Any]


def only_changed(
    update: type[M],
    before: BaseModel,
    wanted: Mapping[str, Any],
    readings: Mapping[str, Reading] | None = None,
) -> M | None:
    """The body that makes `before` what is wanted; None where nothing is to be changed.

    `wanted` has values under the names of `update`'s fields; a field that is not in it, or is MISSING, stays as it is.
    Absent, null and empty are three things: null is sent unless the resource has the field and it is null already.
    `readings` says how a field of the body reads in the resource where that is not simply the field of that name.
    Raises pydantic's ValidationError for a changed value that the contract does not allow; others are not judged.
    """
    said = {name: value for name, value in wanted.items() if value is not MISSING}
    now = {name: _now(before, name, readings or {}) for name in said}
    differing = {name: value for name, value in said.items() if _plain(value) != now[name]}
    body = update.model_validate(differing)
    # As the contract writes them, values that were typed differently can turn out to be the same.
    changed = {name: value for name, value in differing.items() if _plain(getattr(body, name)) != now[name]}
    return update.model_validate(changed) if changed else None


def _now(before: BaseModel, name: str, readings: Mapping[str, Reading]) -> object:
    if name in readings:
        return _plain(readings[name](before))
    return _plain(getattr(before, name, MISSING))


def _plain(value: object) -> object:
    """Models and dictionaries become comparable; MISSING stays what it is, and equals nothing else."""
    return MISSING if value is MISSING else to_jsonable_python(value)
