"""What a plan's calls changed although it was in no draft: somebody else had added it again, or added it first."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from contract.publishing.section_groups import ADD_SECTION, MOVE_SECTION_GROUP, UPDATE_SECTION_GROUP
from contract.publishing.site_spaces import MOVE_SITE_SPACE, REMOVE_SITE_SPACE, UPDATE_SITE_SPACE
from i18n import N_, gettext
from masthead.changes.structure.added_late import PossibleAddition
from masthead.changes.structure.fitting import containers, replace_ids
from masthead.changes.structure.lines import replay_moves
from masthead.changes.structure.service_moves import AttemptedCall
from masthead.changes.structure.tree import GroupItem, SiteStructure, SpaceItem, is_new

NOT_CREATED = N_("The group %(group)s: the bulk change that is undone did not create it, so it is not deleted.")
NOT_ADDED = N_("%(space)s: the bulk change that is undone did not add it, so it is not removed.")
NOT_MATCHED = N_(
    "%(title)s: somebody else added what the bulk change that is undone changed, so it is not known how it was before."
)
ON_SPACES = {MOVE_SITE_SPACE.name, UPDATE_SITE_SPACE.name}
ON_GROUPS = {ADD_SECTION.name, MOVE_SECTION_GROUP.name, UPDATE_SECTION_GROUP.name}


@dataclass(frozen=True, slots=True)
class MetItems:
    """`names` are ids of now by those of base and draft; `unmatched` the calls on what is nothing of either."""

    names: Mapping[str, str] = field(default_factory=dict)
    unmatched: Sequence[AttemptedCall] = ()


def match_met_items(
    base: SiteStructure, wanted: SiteStructure, calls: Sequence[AttemptedCall], names: Mapping[str, str]
) -> MetItems:
    """Both structures have the ids that the calls themselves have made, which are in `names` by those of before."""
    known = {*base.spaces, *wanted.spaces, *base.groups, *wanted.groups, *names, *(each.made for each in calls)}
    found: dict[str, str] = {}
    unmatched = []
    for call in calls:
        target = call.ids[-1]
        if call.endpoint not in ON_SPACES | ON_GROUPS or target in known or target in found.values():
            continue
        if match := _match(base, wanted, call, found):
            found[match] = target
        else:
            unmatched.append(call)
    return MetItems(found, unmatched)


def _match(base: SiteStructure, wanted: SiteStructure, call: AttemptedCall, names: Mapping[str, str]) -> str:
    """The id that it has in the draft, or had in the base; empty where several or none fit."""
    if call.endpoint == ADD_SECTION.name:
        home = wanted.group_of(str(call.sent.get("sectionId")))
        return home if is_new(home) else ""
    items: Mapping[str, SpaceItem | GroupItem] = wanted.groups
    if call.endpoint in ON_SPACES:
        items = base.spaces | wanted.spaces
    free = {id_: each for id_, each in items.items() if id_ not in names}
    new = [id_ for id_ in free if is_new(id_)]
    fits = [id_ for id_, each in free.items() if each.title == call.title and (id_ in new or id_ in base.spaces)]
    found = fits or new  # the draft may know what is new under another title
    return found[0] if len(found) == 1 else ""


def with_met_items(
    base: SiteStructure, wanted: SiteStructure, calls: Sequence[AttemptedCall], names: Mapping[str, str]
) -> SiteStructure:
    """The base with what was met as the calls found it, under the ids that it has now."""
    result = replace_ids(base, names)
    mine = replace_ids(wanted, names)
    removed = {names.get(each.ids[-1]) for each in calls if each.endpoint == REMOVE_SITE_SPACE.name}
    for item in names.values():
        if item in mine.groups and item not in result.groups:
            result.groups[item], result.members[item] = mine.groups[item], []
        elif item in mine.spaces and item not in result.spaces:
            result.spaces[item] = mine.spaces[item]
        if item in result.spaces and item not in removed:  # else the base has it as its own removal found it
            result.spaces[item] = replace(result.spaces[item], **_settings_found(item, calls))
    lines = containers(result)
    added = set(names.values()) - {item for line in lines.values() for item in line}
    for key, line in replay_moves(lines, containers(mine), added).items():
        lines[key][:] = line
    return result


def _settings_found(item: str, calls: Iterable[AttemptedCall]) -> dict[str, Any]:
    """The path and the condition that it had before the first call that set them."""
    found: dict[str, Any] = {}
    for call in calls:
        if call.endpoint == UPDATE_SITE_SPACE.name and call.ids[-1] == item:
            found = {**call.was, **found}
    return found


def without_own_removals(calls: Sequence[AttemptedCall], names: Mapping[str, str]) -> list[AttemptedCall]:
    """The calls, without those that removed what somebody else has added again."""
    return [each for each in calls if not (each.endpoint == REMOVE_SITE_SPACE.name and each.ids[-1] in names)]


def describe_met(wanted: SiteStructure, met: MetItems, maybe: Sequence[PossibleAddition]) -> list[str]:
    """What of it stays, in sentences, but for what the plan `maybe` added. `wanted` is as the draft had it."""
    names = met.names.keys() - {id_ for each in maybe for id_ in each.find(wanted)}
    groups = [gettext(NOT_CREATED, group=wanted.groups[id_].title) for id_ in names & wanted.groups.keys()]
    new = [id_ for id_ in names & wanted.spaces.keys() if is_new(id_)]
    spaces = [gettext(NOT_ADDED, space=wanted.spaces[id_].title) for id_ in new]
    return [
        *sorted(groups),
        *sorted(spaces),
        *dict.fromkeys(gettext(NOT_MATCHED, title=each.title) for each in met.unmatched),
    ]
