"""Steps of a plan that the API accepted, and after which all is as it was before them."""

from collections.abc import Iterable, Sequence

from masthead.changes.structure.merged import CONDITION, DEFAULT, ICON, NAME, PATH
from masthead.changes.structure.position_status import MOVES
from masthead.changes.structure.since import Standing, keys_set, keys_set_beside
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.tree import SiteStructure
from masthead.changes.undo import sent_values
from masthead.store import Entry, State, Step, StepState
from masthead.writes.equality import same


def steps_in_vain(tried: Iterable[Step], live: SiteStructure, later: Sequence[Entry]) -> list[Step]:
    """Those of them, unless an entry of `later` set the same since. `tried` have their outcomes."""
    done = [(step, entry) for step in tried if step.state is StepState.DONE and (entry := _entry_of(step))]
    return [step for step, entry in done if _is_as_before(entry, live) and not _is_set_since(entry, live, later)]


def keys_in_vain(steps: Iterable[Step]) -> set[str]:
    """What they were to set, by the keys that conflicts have, and the ids that the API gave to what is not there."""
    entries = [entry for step in steps if (entry := _entry_of(step))]
    made = {each.outcome.made for each in entries} - {""}
    return made.union(*(keys_set(each) for each in entries))


def _entry_of(step: Step) -> Entry | None:
    """A step that was saved, as the journal has it."""
    if step.outcome is None or step.outcome.state is not State.SAVED:
        return None
    return Entry(step.entry or 0, 0.0, "", step.intent, step.outcome)


def _is_set_since(entry: Entry, live: SiteStructure, later: Sequence[Entry]) -> bool:
    keys, own = keys_set(entry), {entry.intent.ids[-1], entry.outcome.made} - {""}
    since = [each for each in later if each.number > entry.number and each.outcome.state is State.SAVED]
    return any(keys & keys_set_beside(each, live) or own & {*each.intent.ids[2:]} for each in since)


def _is_as_before(entry: Entry, live: SiteStructure) -> bool:
    intent, made = entry.intent, entry.outcome.made
    if made:
        return made not in live.spaces | live.groups
    if standing := MOVES.get(intent.endpoint):
        return standing(live, intent.ids[2:], sent_values(entry), intent.was) is Standing.AS_BEFORE
    now = _values_now(entry, live)
    told = {name for name in now if name in intent.was and not same(intent.was[name], sent_values(entry)[name])}
    return bool(told) and all(same(now[name], intent.was[name]) for name in told)


def _values_now(entry: Entry, live: SiteStructure) -> dict[str, object]:
    """What there is of what it sent, by the names of the body."""
    item, sent = entry.intent.ids[-1], sent_values(entry)
    keys = {key.partition(":")[0] + ":" for key in keys_set(entry)}
    if DEFAULT in keys:
        names = {DEFAULTS["section"]: live.default_section, DEFAULTS["space"]: live.default_space}
        return {name: names[name] for name in sent if name in names}
    if keys & {PATH, CONDITION} and item in live.spaces:
        return {name: getattr(live.spaces[item], name) for name in sent if name in {"path", "condition"}}
    if keys & {NAME, ICON} and item in live.groups:
        return {name: getattr(live.groups[item], name) for name in sent if name in {"title", "icon"}}
    return {}
