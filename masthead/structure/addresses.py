"""Compares readers' addresses of a site's spaces before and after a bulk change."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.dataclasses import dataclass

from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange
from masthead.structure.describe import Difference
from masthead.structure.read import Live
from masthead.structure.tree import DEFERRED

MAY_CHANGE = N_(
    "Readers' addresses may change: the API doesn't say beforehand which. Masthead compares them before and after, and "
    "the bulk change lists those that changed."
)


@dataclass(frozen=True, config=DEFERRED)
class FoundSpace:
    """A space as read; `address` is None if the API reported none."""

    title: str
    address: str | None = None


@dataclass(frozen=True, config=DEFERRED)
class AddressChange:
    """A changed address; an empty side means that the space was not on the site."""

    title: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, config=DEFERRED)
class Addresses:
    """Changed addresses, the number of unchanged ones, and titles of unknown ones."""

    changed: tuple[AddressChange, ...] = ()
    same: int = 0
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, config=DEFERRED)
class _Report:
    """Stores the spaces as first read, and at the end the comparison."""

    spaces: dict[str, FoundSpace] | None = None
    addresses: Addresses | None = None


_report = TypeAdapter(_Report)


def first_look(live: Live) -> Any:  # noqa: ANN401 - JSON
    """Return the report of a bulk change before its first call: the spaces as read."""
    return _report.dump_python(_Report(spaces=_found(live)), mode="json")


def compare_addresses(bulk: BulkChange, live: Live, names: Mapping[str, str], *, is_first: bool) -> dict[str, Any]:
    """Return the final report; `names` maps earlier ids to current ones.

    It is empty if an earlier version of Masthead stored no first report.
    """
    after = _found(live)
    before = after if is_first else _report_of(bulk).spaces
    if before is None:
        return {}
    compared = _compare({names.get(id_, id_): each for id_, each in before.items()}, after)
    return {"addresses": _report.dump_python(_Report(addresses=compared), mode="json")["addresses"]}


def addresses_of(bulk: BulkChange) -> Addresses | None:
    """Return the comparison of a bulk change that ended; None if there is none."""
    return _report_of(bulk).addresses


def tell_addresses(changes: Iterable[Difference], foretold: Collection[Difference] = ()) -> str:
    """Warn that addresses may change; empty for conditions and `foretold` changes alone."""
    leaves = (each.kind == "condition" or each in foretold for each in changes)
    return "" if all(leaves) else gettext(MAY_CHANGE)


def _report_of(bulk: BulkChange) -> _Report:
    return _Report() if bulk.report is None else _report.validate_python(bulk.report)


def _found(live: Live) -> dict[str, FoundSpace]:
    return {id_: FoundSpace(each.title, live.addresses.get(id_)) for id_, each in live.structure.spaces.items()}


def _compare(before: Mapping[str, FoundSpace], after: Mapping[str, FoundSpace]) -> Addresses:
    changed, unknown, same = list[AddressChange](), list[str](), 0
    for id_, found in {**before, **after}.items():
        was, now = (side[id_].address if id_ in side else "" for side in (before, after))
        if was is None or now is None:
            unknown.append(found.title)
        elif was != now:
            changed.append(AddressChange(found.title, was, now))
        else:
            same += 1
    return Addresses(tuple(changed), same, tuple(unknown))
