"""At which addresses readers find the spaces of a site, before the calls of a plan and after them, as the API tells."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter
from pydantic.dataclasses import dataclass

from i18n import N_, gettext
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
    """A space where a look found it; without an address the API reported none."""

    title: str
    address: str | None = None


@dataclass(frozen=True, config=DEFERRED)
class AddressChange:
    """A space whose address is another. It was not on the site before, or isn't after, where that one is empty."""

    title: str
    before: str = ""
    after: str = ""


@dataclass(frozen=True, config=DEFERRED)
class Addresses:
    """Those of two looks, compared: what changed, how many stayed, and the spaces of which that isn't known."""

    changed: tuple[AddressChange, ...] = ()
    same: int = 0
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True, config=DEFERRED)
class _Report:
    """What a plan keeps beside other things: of its first look until it has ended, and then what that came to."""

    spaces: dict[str, FoundSpace] | None = None
    addresses: Addresses | None = None


_report = TypeAdapter(_Report)


def first_look(live: Live) -> Any:  # noqa: ANN401 - JSON
    """What a bulk change keeps of a look before it has sent anything."""
    return _report.dump_python(_Report(spaces=_found(live)), mode="json")


def compare_addresses(bulk: BulkChange, live: Live, names: Mapping[str, str], *, is_first: bool) -> dict[str, Any]:
    """What a bulk change keeps of its last look, which may be its first; `names` are ids of now, by those of before.

    Nothing where the first one was not kept, as by a portal of an earlier version.
    """
    after = _found(live)
    before = after if is_first else _report_of(bulk).spaces
    if before is None:
        return {}
    compared = _compare({names.get(id_, id_): each for id_, each in before.items()}, after)
    return {"addresses": _report.dump_python(_Report(addresses=compared), mode="json")["addresses"]}


def addresses_of(bulk: BulkChange) -> Addresses | None:
    """What a bulk change that has ended found; None where it did not compare them."""
    return _report_of(bulk).addresses


def tell_addresses(changes: Iterable[Difference], foretold: Collection[Difference] = ()) -> str:
    """What to say of addresses before these changes; empty where they change none but as is `foretold`."""
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
