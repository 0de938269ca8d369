"""Translates values of one organization into a file for another, or those of one site into a file for another site.

Ids mean nothing elsewhere, so objects are found by their names there. Comparing is planning such a file.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from masthead.i18n import gettext
from masthead.organization_file.export import Values
from masthead.organization_file.matching import group_by_name, label_of, title_of
from masthead.organization_file.schema import OWNER, SECTIONS, TOP, FileSection, children


class Translation(NamedTuple):
    """The values of a file, and notes on what they lack, with the reasons."""

    wanted: Values
    notes: Sequence[str]


def translate(source: Values, live: Values, keys: Sequence[str]) -> Translation:
    """Translate sections of an export into a file for the organization of another export, `live`.

    Both have the sections in `keys`. Other sections only show what references mean.
    """
    translator = _Translator(source, live)
    sections = [each for each in TOP if each.key in keys]
    wanted = {each.key: translator.translate_held(each, source[each.key], live[each.key]) for each in sections}
    return Translation(wanted, [*translator.notes])


def list_needed(keys: Collection[str]) -> list[str]:
    """List the sections in `keys` and those that they refer to."""
    used = [each for each in SECTIONS if each.key in keys or each.parent in keys]
    needed = {*keys, *(key for each in used for key in (*each.references.values(), each.identified_in))}
    return [each.key for each in TOP if each.key in needed]


def translate_site(source: Values, live: Values, title: str) -> Translation:
    """Translate the only site in `source` for the site with this title in `live`, or for a new one."""
    (site,) = source["sites"]
    return translate({**source, "sites": [{**site, "title": title}]}, live, ["sites"])


class _Translator:
    """Maps ids in `source` to ids in the other organization, or to names of new objects, for each section."""

    def __init__(self, source: Values, live: Values) -> None:
        self._keeps_ids = source[OWNER] == live[OWNER]
        self._ids: dict[str, dict[str, str]] = {}
        self._titles: dict[str, dict[str, str]] = {}
        self.notes: dict[str, None] = {}
        for section in TOP:
            if not section.is_single:
                self._pair(section, source.get(section.key, ()), live.get(section.key, ()))

    def translate_held(self, section: FileSection, theirs: Any, ours: Any) -> Any:  # noqa: ANN401 - JSON
        if theirs and not section.is_single and not section.natural:
            self._note(gettext(section.resource.many), gettext("Nothing shows their names, so they can't be compared."))
            return []
        if theirs:
            self._note(gettext(section.resource.one), *map(gettext, section.uncopied.values()))
        if section.is_single:
            is_plain = theirs is None or section.resource.settings.holder
            return theirs if is_plain else self._translate_fields(section, theirs, ours or {})
        pairs = self._pair(section, theirs, ours or ())
        if len(pairs) < len(theirs):
            self._note(
                gettext(section.resource.many), gettext("Of several new ones with the same name, one is copied.")
            )
        found = [self._translate_item(section, item, there) for item, there in pairs]
        return [each for each in found if each]

    def _pair(
        self, section: FileSection, theirs: Sequence[Values], ours: Sequence[Values]
    ) -> list[tuple[Values, Values | None]]:
        """Pair objects that have the same name, in order. Nothing could tell several new ones apart later."""
        found, new, names = dict[int, Any](), dict[Any, int](), list[tuple[Any, ...]]()
        for fields in section.keys if section.identity == "id" else ((section.identity,),):
            taken = {id(each) for each in found.values()}
            free = group_by_name(fields, [each for each in ours if id(each) not in taken])
            names = [
                tuple(section.replace_reference(name, item.get(name), self._find_id) for name in fields)
                for item in theirs
            ]
            for number, name in enumerate(names):
                if number not in found and None not in name and free.get(name):
                    found[number] = free[name].pop(0)
        for number, name in enumerate(names):
            if number not in found:
                new.setdefault(number if None in name else name, number)
        free_titles = [title_of(section, each) for each in ours if all(each is not there for there in found.values())]
        titles = Counter([*free_titles, *(title_of(section, each) for each in theirs)])
        self._ids[section.key] = {
            item[section.identity]: str(found[number][section.identity]) if number in found else title_of(section, item)
            for number, item in enumerate(theirs)
            if number in found or (section.endpoints.create is not None and titles[title_of(section, item)] == 1)
        }
        self._titles[section.key] = {item[section.identity]: title_of(section, item) for item in theirs}
        copied = {*found, *new.values()}
        return [(item, found.get(number)) for number, item in enumerate(theirs) if number in copied]

    def _translate_item(self, section: FileSection, item: Values, there: Values | None) -> Values | None:
        inner = [each for each in children(section.key) if each.key in item]
        held = {each.key: self.translate_held(each, item[each.key], (there or {}).get(each.key)) for each in inner}
        values = self._translate_fields(section, item, there or {})
        if any(name in item and name not in values for name in section.required & section.references.keys()):
            self._ids[section.key].pop(item[section.identity], None)
            return None
        if section.identity != "id":
            identity = {section.identity: item[section.identity]}
        else:
            identity = {"id": there["id"]} if there else {}
        readable = {} if there else {name: item[name] for name in section.readable if name in item}
        return {**identity, **readable, **values, **held}

    def _translate_fields(self, section: FileSection, item: Values, there: Values) -> Values:
        """Translate the fields, except those that another object can't have."""

        def find(other: FileSection, id_: str) -> str | None:
            found = self._find_id(other, id_)
            if found is None:
                self._note_missing(section, item, other, id_)
            return found

        values = {}
        for name in [each for each in section.fields if each in item and each not in section.uncopied]:
            value = section.replace_reference(name, item[name], find)
            if value is None and item[name] is not None:
                continue
            if name in section.references and name in section.resource.settings.unread and name not in there:
                why = gettext("Nothing shows its home now. Compare again when it is published and has spaces.")
                self._note(label_of(section, item), why)
            else:
                values[name] = value
        return values

    def _find_id(self, section: FileSection, id_: str) -> str | None:
        """Find the id or name of the object that has an id in the source."""
        is_same = self._keeps_ids and not section.parent
        return id_ if is_same else self._ids.get(section.key, {}).get(id_)

    def _note_missing(self, section: FileSection, item: Values, other: FileSection, id_: str) -> None:
        if other.parent and other.endpoints.create is None:
            return  # the plan names the missing object
        title = self._titles.get(other.key, {}).get(id_) or title_of(section, item)
        why = gettext("The %(kind)s “%(title)s” isn't there.", kind=gettext(other.resource.one), title=title)
        self._note(label_of(section, item), why)

    def _note(self, about: str, *reasons: str) -> None:
        self.notes |= dict.fromkeys(f"{about}: {why}" for why in reasons)
