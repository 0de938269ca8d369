"""Merges the changes between two versions of a file into the current values, keeping others' changes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from masthead.i18n import gettext
from masthead.organization_file.matching import AmbiguousError, Values, match, resolve, title_of, with_id
from masthead.organization_file.schema import BY_KEY, STRUCTURE, TOP, FileSection, children
from masthead.resources.values import is_same_value


def narrow(before: Values, file: Values) -> tuple[Values, Values]:
    """Reduce two versions of a file to the sections and objects that differ, so that nothing else has to be read.

    Names in the file are replaced by the previous ids, since the objects that they refer to may be left out.
    """
    old, new = dict[str, Any](), dict[str, Any]()
    for section in TOP:
        key = section.key
        if key in file and file[key] != before.get(key):
            old[key], new[key] = _drop_equal(before.get(key), _with_ids(section, file[key], before))
    return old, new


def _with_ids(section: FileSection, held: Any, before: Values) -> Any:  # noqa: ANN401 - JSON
    if isinstance(held, list):
        return [_with_ids(section, item, before) for item in held]
    if not isinstance(held, dict):
        return held
    inner = {each.key: each for each in children(section.key) if each.key not in STRUCTURE}
    values = {
        name: _with_ids(inner[name], value, before) if name in inner else resolve(section, name, value, before)
        for name, value in held.items()
    }
    return with_id(section, values, before)


def _drop_equal(before: Any, wanted: Any) -> tuple[Any, Any]:  # noqa: ANN401 - JSON
    if not isinstance(before, list):
        return before, wanted
    old, new = ({json.dumps(item, sort_keys=True): item for item in side} for side in (before, wanted))
    return [old[text] for text in old if text not in new], [new[text] for text in new if text not in old]


@dataclass
class Merge:
    """Merges the changes from `base` to `wanted`, or back if it `reverses`; `conflicts` lists what others changed."""

    reverses: bool = False
    conflicts: list[str] = field(default_factory=list)
    _scope: Values = field(default_factory=dict)
    _new_fields: set[str] = field(default_factory=set)

    def merge(self, live: Values, base: Values, wanted: Values) -> Values:
        """Return the values to plan, without fields that the file doesn't change or that others changed since."""
        self._scope = live
        old, new = (wanted, base) if self.reverses else (base, wanted)
        names = [{each["name"] for each in values.get("customFields", ())} for values in (old, new)]
        self._new_fields = names[1] - names[0]  # spaces lost their values with the field
        managed = [each for each in TOP if each.key in wanted and each.key in base]
        return {
            each.key: self._merge_held(each, live.get(each.key), old.get(each.key), new[each.key]) for each in managed
        }

    def _merge_held(self, section: FileSection, live: Any, base: Any, wanted: Any) -> Any:  # noqa: ANN401 - JSON
        if section.is_single:
            return self._merge_fields(section, live or {}, base or {}, wanted) if wanted else wanted
        try:
            before, now = (match(section, side or [], wanted).pairs for side in (base, live))
        except AmbiguousError as error:
            self.conflicts.append(str(error))
            return live
        found = []
        for (item, was), (_, there) in zip(before, now, strict=True):
            if was is not None and there is None:
                self._add_conflict(section, item)
            else:
                found.append(item if was is None else self._merge_item(section, there or {}, was, item))
        return _keep_order(found, live, [was for _, was in before], base) if section.key in STRUCTURE else found

    def _merge_item(self, section: FileSection, live: Values, base: Values, wanted: Values) -> Values:
        self._scope = {**self._scope, **live} if section.key == "sites" else self._scope
        values = self._merge_fields(section, live, base, wanted)
        inner = [each for each in children(section.key) if each.key in wanted and each.key in live]
        held = {
            each.key: self._merge_held(each, live[each.key], base.get(each.key), wanted[each.key]) for each in inner
        }
        return {section.identity: live[section.identity], **values, **held}

    def _merge_fields(self, section: FileSection, live: Values, base: Values, wanted: Values) -> Values:
        found, is_map = {}, bool(section.resource.settings.holder)
        for name, value in wanted.items():
            was, to = (resolve(section, name, each, self._scope) for each in (base.get(name), value))
            is_omitted = name not in base and not (is_map and name in self._new_fields)
            if (name in BY_KEY and not is_map) or (self.reverses and is_omitted):
                continue
            if is_same_value(was, to) or is_same_value(live.get(name), to):
                continue
            if is_same_value(live.get(name), was):
                found[name] = value
            else:
                self._add_conflict(section, live, name)
        return found

    def _add_conflict(self, section: FileSection, item: Values, name: str = "") -> None:
        words = {"kind": gettext(section.resource.one), "title": title_of(section, item)}
        if name:
            self.conflicts.append(gettext("Somebody changed %(name)s of the %(kind)s %(title)s.", name=name, **words))
        else:
            self.conflicts.append(gettext("Somebody deleted the %(kind)s %(title)s.", **words))


def _keep_order(
    found: Sequence[Values], live: Sequence[Values], was: Sequence[Any], base: Sequence[Values]
) -> list[Values]:
    """Keep the current order, unless the file changes the order."""
    before = [each["id"] for each in base if each in was]
    if before != [each["id"] for each in was if each]:
        return [*found]
    place = {each["id"]: number for number, each in enumerate(live)}
    order = sorted((item for item in found if item.get("id") in place), key=lambda item: place[item["id"]])
    for number, item in enumerate(found):
        if item.get("id") not in place:  # new, so behind the one that it follows in the file
            order.insert(order.index(found[number - 1]) + 1 if number else 0, item)
    return order
