"""A draft and what there is now: matched by id, and where an id is new to either side by what stands behind it."""

from collections.abc import Iterable, Mapping, Sequence

from changes.structure.tree import ROOT, Structure, is_new


def fitted(base: Structure, wanted: Structure, live: Structure) -> Structure:
    """The draft, of exactly those things that shall be there; `base` is what it was begun from.

    What was made meanwhile for the draft takes its place. What others added stands where it stands now, behind what it
    follows; what they removed is gone. Titles and settings of what the draft did not touch are not looked at.
    """
    made = _made(base, wanted, live)
    fits = renamed(wanted, made)
    for id_ in made.values():
        if id_ in fits.spaces and not fits.spaces[id_].path:
            fits.spaces[id_] = live.spaces[id_]
    _drop(fits, live)
    _take_in(fits, _without(live, base, wanted))
    return fits


def put_in_the_others(line: list[str], order: Iterable[str]) -> None:
    """Put those that the line does not have behind the one that they follow in `order`, the first before the next."""
    order = list(order)
    for place, item in enumerate(order):
        if item in line:
            continue
        if place:
            line.insert(line.index(order[place - 1]) + 1, item)
        else:
            line.insert(next((line.index(each) for each in order if each in line), len(line)), item)


def _without(live: Structure, base: Structure, wanted: Structure) -> Structure:
    """What there is, but for what the draft takes away."""
    rest = live.copy()
    for space in [id_ for id_ in live.spaces if id_ in base.spaces and id_ not in wanted.spaces]:
        rest.held[rest.section_of(space)].remove(space)
        del rest.spaces[space]
    for group in [id_ for id_ in live.groups if id_ in base.groups and id_ not in wanted.groups]:
        place = rest.top.index(group)
        rest.top[place : place + 1] = rest.members.pop(group)
        del rest.groups[group]
    return rest


def _made(base: Structure, wanted: Structure, live: Structure) -> dict[str, str]:
    """The ids of things that the draft knows under another id: new groups by title, spaces by the space they show."""
    groups = {live.groups[id_].title: id_ for id_ in live.groups if id_ not in wanted.groups | base.groups}
    spaces = {live.spaces[id_].space: id_ for id_ in live.spaces if id_ not in wanted.spaces | base.spaces}
    found = {id_: groups[item.title] for id_, item in wanted.groups.items() if is_new(id_) and item.title in groups}
    for id_, item in wanted.spaces.items():
        if id_ not in live.spaces and item.space and item.space in spaces:
            found[id_] = spaces[item.space]
    return found


def renamed(structure: Structure, names: Mapping[str, str]) -> Structure:
    """The same with other ids for some groups and site spaces."""

    def name(id_: str) -> str:
        return names.get(id_, id_)

    def named(ids: Iterable[str]) -> list[str]:
        return [name(id_) for id_ in ids]

    return Structure(
        top=named(structure.top),
        members={name(group): list(sections) for group, sections in structure.members.items()},
        held={section: named(spaces) for section, spaces in structure.held.items()},
        groups={name(id_): item for id_, item in structure.groups.items()},
        sections=dict(structure.sections),
        spaces={name(id_): item for id_, item in structure.spaces.items()},
        default_section=structure.default_section,
        default_space=name(structure.default_space),
        moved=named(structure.moved),
    )


def _drop(fits: Structure, live: Structure) -> None:
    """Forget what others removed."""
    gone = {id_ for id_ in fits.groups if not is_new(id_) and id_ not in live.groups}
    for group in gone:
        place = fits.top.index(group)
        fits.top[place : place + 1] = fits.members.pop(group, [])
        del fits.groups[group]
    for section in [id_ for id_ in fits.sections if id_ not in live.sections]:
        fits.top = [id_ for id_ in fits.top if id_ != section]
        fits.members = {group: [id_ for id_ in ids if id_ != section] for group, ids in fits.members.items()}
        for space in fits.held.pop(section, []):
            fits.held[live.section_of(space)] = [*fits.held.get(live.section_of(space), []), space]
        del fits.sections[section]
    for space in [id_ for id_ in fits.spaces if not is_new(id_) and id_ not in live.spaces]:
        fits.held = {section: [id_ for id_ in ids if id_ != space] for section, ids in fits.held.items()}
        del fits.spaces[space]


def _take_in(fits: Structure, live: Structure) -> None:
    """Put what others added where it stands now."""
    fits.sections |= {id_: item for id_, item in live.sections.items() if id_ not in fits.sections}
    for group in [id_ for id_ in live.groups if id_ not in fits.groups]:
        fits.groups[group] = live.groups[group]
        fits.members[group] = []
    placed = {*fits.top, *(id_ for ids in fits.members.values() for id_ in ids)}
    fits.top = _joined(fits.top, live.top, placed)
    placed.update(fits.top)
    for group, sections in live.members.items():
        fits.members[group] = _joined(fits.members.get(group, []), sections, placed)
    held = {id_ for ids in fits.held.values() for id_ in ids}
    for section, spaces in live.held.items():
        fits.held[section] = _joined(fits.held.get(section, []), spaces, held)
    fits.spaces |= {id_: item for id_, item in live.spaces.items() if id_ not in fits.spaces}


def _joined(line: Sequence[str], live: Sequence[str], known: Iterable[str]) -> list[str]:
    """A line with those of a live one that are not known yet, each behind the one that it follows there."""
    joined, known = list(line), set(known)
    for number, item in enumerate(live):
        if item in known:
            continue
        before = [each for each in live[:number] if each in joined]
        joined.insert(joined.index(before[-1]) + 1 if before else 0, item)
    return joined


def containers(structure: Structure) -> dict[str, list[str]]:
    """Every line of the structure, by what it is the order of."""
    return {
        f"top:{ROOT}": structure.top,
        **{f"group:{id_}": sections for id_, sections in structure.members.items()},
        **{f"section:{id_}": spaces for id_, spaces in structure.held.items()},
    }


def rebased(base: Structure, wanted: Structure, live: Structure) -> tuple[Structure, list[str]]:
    """The draft on top of what others did since it was begun, and the lines that both put into another order.

    Such a line has the draft's order; whoever made it has to see both. Lines that the draft left alone are as they are
    now, and so are titles, paths and conditions.
    """
    result = fitted(base, wanted, live)
    before, mine, theirs = containers(base), containers(wanted), containers(live)
    both = []
    for key, line in containers(result).items():
        ours, now = mine.get(key, []), theirs.get(key, [])
        if _same_order(before.get(key, []), now):
            continue
        if _same_order(before.get(key, []), ours):
            line[:] = [item for item in now if item in line] + [item for item in line if item not in now]
        else:
            both.append(key)
    _take_over(base, wanted, live, result)
    return result, both


def _same_order(one: Sequence[str], other: Sequence[str]) -> bool:
    common = set(one) & set(other)
    return [item for item in one if item in common] == [item for item in other if item in common]


def _take_over(base: Structure, wanted: Structure, live: Structure, result: Structure) -> None:
    """What the draft did not change is as it is now."""
    for id_, item in live.spaces.items():
        if id_ in result.spaces and wanted.spaces.get(id_) == base.spaces.get(id_):
            result.spaces[id_] = item
    for id_, group in live.groups.items():
        if id_ in result.groups and wanted.groups.get(id_) == base.groups.get(id_):
            result.groups[id_] = group
    result.sections = {id_: live.sections[id_] for id_ in result.sections}
    if wanted.default_section == base.default_section:
        result.default_section = live.default_section
    if wanted.default_space == base.default_space:
        result.default_space = live.default_space


def given_ids(base: Structure, wanted: Structure, live: Structure) -> dict[str, str]:
    """The ids that things have now which a draft knows under another: new groups by title, spaces by what they show.

    A space that was removed and added again has another id too.
    """
    groups = {live.groups[id_].title: id_ for id_ in live.groups if id_ not in wanted.groups | base.groups}
    spaces = {live.spaces[id_].space: id_ for id_ in live.spaces if id_ not in wanted.spaces | base.spaces}
    found = {id_: groups[item.title] for id_, item in wanted.groups.items() if is_new(id_) and item.title in groups}
    for id_, item in (base.spaces | wanted.spaces).items():
        if id_ not in live.spaces and item.space and item.space in spaces:
            found[id_] = spaces[item.space]
    return found


def take_out(structure: Structure, item: str) -> None:
    """Remove a space, or a group whose sections then stand in its place."""
    if item in structure.groups:
        place = structure.top.index(item)
        structure.top[place : place + 1] = structure.members.pop(item)
        del structure.groups[item]
    else:
        structure.held[structure.section_of(item)].remove(item)
        del structure.spaces[item]
