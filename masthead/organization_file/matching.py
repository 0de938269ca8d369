"""Finds the objects that a file means, by ids and names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from masthead.i18n import gettext
from masthead.organization_file.schema import BY_KEY, FileSection

Values = Mapping[str, Any]


class Matches(NamedTuple):
    """Pairs of an object in the file and in the API, None for new ones; `missing` are those that the file lacks."""

    pairs: Sequence[tuple[Values, Values | None]]
    missing: Sequence[Values]


def match(section: FileSection, live: Sequence[Values], wanted: Sequence[Values]) -> Matches:
    """Match objects by id, or by a name that is unique on both sides. Raises AmbiguousError."""
    ids = {item.get(section.identity): item for item in live}
    found = [ids.get(item[section.identity]) if section.identity in item else None for item in wanted]
    free = _without(live, found)
    for fields in section.keys:
        named = group_by_name(fields, free)
        asking = group_by_name(fields, [item for item, there in zip(wanted, found, strict=True) if there is None])
        for number, item in enumerate(wanted):
            name = tuple(item.get(field) for field in fields)
            if found[number] is not None or None in name or name not in named:
                continue
            if len(named[name]) > 1 or len(asking[name]) > 1:
                raise AmbiguousError(section, str(name[0]), [str(each.get(section.identity)) for each in named[name]])
            found[number] = named[name][0]
        free = _without(free, found)
    return Matches([*zip(wanted, found, strict=True)], free)


def _without(items: Sequence[Values], found: Sequence[Values | None]) -> list[Values]:
    taken = {id(each) for each in found}
    return [item for item in items if id(item) not in taken]


def group_by_name(fields: Sequence[str], items: Iterable[Values]) -> dict[tuple[Any, ...], list[Values]]:
    """Group objects by the values of the fields that name them."""
    found: dict[tuple[Any, ...], list[Values]] = {}
    for item in items:
        found.setdefault(tuple(item.get(field) for field in fields), []).append(item)
    return found


class AmbiguousError(ValueError):
    """The file refers to an object by a name that several objects have."""

    def __init__(self, section: FileSection, name: str, ids: Sequence[str]) -> None:
        message = gettext(
            "Several %(kind)s are called “%(name)s”. Say which: %(ids)s.",
            kind=gettext(section.resource.many),
            name=name,
            ids=", ".join(ids),
        )
        super().__init__(message)


def resolve(
    section: FileSection,
    name: str,
    value: Any,  # noqa: ANN401 - JSON
    scope: Values,
    find_other: Callable[[FileSection, str], str | None] = lambda _, named: named,
) -> Any:  # noqa: ANN401 - JSON
    """Replace names in a field with ids of objects in `scope`, or results of `find_other`; None if not found."""

    def find(other: FileSection, named: str) -> str | None:
        return _find(other, named, scope) or find_other(other, named) if other.key in scope else named

    return section.replace_reference(name, value, find)


def with_id(section: FileSection, item: Values, scope: Values) -> Values:
    """Add the id of the object in another section that an item is about, such as the team of a role."""
    other = BY_KEY.get(section.identified_in)
    if other is None or section.identity in item:
        return item
    found = _find(other, item.get(section.natural), scope)
    return {**item, section.identity: found} if found else item


def _find(section: FileSection, name: Any, scope: Values) -> str | None:  # noqa: ANN401 - JSON
    there = scope.get(section.key, ())
    if any(item[section.identity] == name for item in there):
        return str(name)
    ids = [item[section.identity] for item in there if item.get(section.natural) == name]
    return str(ids[0]) if len(ids) == 1 else None


def title_of(section: FileSection, item: Values) -> str:
    """Return an object's title or name as shown to people, or its id."""
    names = ("title", section.natural, "name", section.identity)
    return next((str(item[name]) for name in names if item.get(name)), "?")


def label_of(section: FileSection, item: Values) -> str:
    """Return an object's kind and title, such as `site Docs`."""
    return f"{gettext(section.resource.one)} {title_of(section, item)}"
