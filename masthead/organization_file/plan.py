"""Plans the calls that give an organization the values in a file. It reads and sends nothing.

Objects are found by id, or by a unique name. Plan again after each call, since later calls may need the id of a created
object.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pydantic import MISSING, BaseModel, ValidationError

from contract.schema.endpoint import Endpoint
from masthead.i18n import N_, gettext
from masthead.organization_file.matching import AmbiguousError, Values, label_of, match, resolve, title_of, with_id
from masthead.organization_file.schema import NONE, OWNER, STRUCTURE, TOP, FileSection, children
from masthead.resources import ENTRY
from masthead.resources.values import build_body, is_same_value

Ids = tuple[str, ...]
MAX_VALUE = 60
"""Characters of a value in a line for people."""


class New(str):
    """A placeholder for the id of an object that an earlier change in the plan creates."""

    __slots__ = ()


class Action(StrEnum):
    """The kinds of changes, in the order in which they are sent, named like the calls in Endpoints."""

    CREATE = "create"
    UPDATE = "update"
    DELETE = "delete"


@dataclass(frozen=True)
class OrganizationChange:
    """One call. `kind` and `title` name the object, `before` and `after` map changed fields to values.

    A change that `waits` needs the id of a new object: send the others, read, and plan again.
    """

    action: Action
    kind: str
    title: str
    endpoint: Endpoint[Any]
    ids: tuple[str, ...]
    body: BaseModel | None = None
    before: Values = field(default_factory=dict)
    after: Values = field(default_factory=dict)
    summary: str = ""

    @property
    def waits(self) -> bool:
        return any(isinstance(each, New) for each in [*self.ids, *_leaves(self.after)])


@dataclass(frozen=True)
class Plan:
    """The changes in the order to send them, and descriptions of what they leave as it is.

    `refused` can't be done. `kept` exists but isn't in the file; it isn't deleted without consent.
    """

    changes: Sequence[OrganizationChange] = ()
    refused: Sequence[str] = ()
    kept: Sequence[str] = ()

    @property
    def counts(self) -> Mapping[Action, int]:
        return Counter(change.action for change in self.changes)


def plan(live: Values, wanted: Values, allow_delete: bool | Collection[str] = False) -> Plan:  # noqa: FBT001, FBT002 - of two people's interface
    """Plan the changes from an export to the values in a file. Absent sections and fields stay as they are.

    `allow_delete` is True, or the ids of objects that may be deleted. `live` must contain the sections in `wanted`.
    If the file names its organization, an id that doesn't exist is an error; elsewhere it belongs to a new object.
    """
    if wanted.get(OWNER, live[OWNER]) != live[OWNER]:
        message = gettext(
            "The file is of the organization %(theirs)s, and this is %(ours)s. To create its items here, "
            "remove the line “organization” from the file.",
            theirs=wanted[OWNER],
            ours=live[OWNER],
        )
        return Plan(refused=[message])
    planning = _PlanBuilder(live, wanted, allow_delete)
    for section in TOP:
        planning.compare_held(section, live, wanted, (live[OWNER],))
    return Plan(planning.changes, planning.refused, planning.kept)


@dataclass
class _PlanBuilder:
    _live: Values
    _wanted: Values
    _allow_delete: bool | Collection[str]
    _found: dict[Action, list[OrganizationChange]] = field(default_factory=lambda: {each: [] for each in Action})
    _place: str = ""
    """The title of the object that has the section which is compared now."""
    _is_new: bool = False
    refused: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    @property
    def changes(self) -> list[OrganizationChange]:
        return [change for changes in self._found.values() for change in changes]

    def compare_held(self, section: FileSection, live: Values, wanted: Values, chain: Ids) -> None:
        """Compare a section of two objects, current and wanted. `chain` are the ids in the path to the object."""
        if section.key not in wanted:
            return
        if section.key not in live:
            self.refused.append(gettext("“%(key)s” wasn't read, so it can't be compared.", key=section.key))
        elif not section.is_single:
            self._compare_lists(section, live[section.key], wanted[section.key], chain)
        elif wanted[section.key] is not None:
            held = live[section.key] or {}
            title = str(live.get("title") or held.get("title") or chain[-1])
            self._update(section, title, held, wanted[section.key], chain)
        elif live[section.key] is not None:
            self._refuse(section, str(live.get("title")), gettext("Masthead can't remove it."))

    def _compare_lists(
        self, section: FileSection, live: Sequence[Values], wanted: Sequence[Values], chain: Ids
    ) -> None:
        try:
            found = match(section, live, [with_id(section, item, self._live) for item in wanted])
        except AmbiguousError as error:
            self.refused.append(self._locate(str(error)))
            return
        for item, there in found.pairs:
            if there is None:
                self._create(section, item, chain)
            else:
                within = (*chain, there[section.identity])
                self._update(section, title_of(section, there), there, item, within)
                self._compare_inner(section, there, item, within)
        for item in found.missing if section.endpoints.delete else ():
            self._delete(section, item, chain)

    def _compare_inner(
        self, section: FileSection, live: Values, wanted: Values, chain: Ids, *, is_new: bool = False
    ) -> None:
        outer = self._place, self._is_new
        self._place, self._is_new = title_of(section, live), is_new or self._is_new
        for inner in children(section.key):
            if inner.key not in STRUCTURE:
                self.compare_held(inner, live, wanted, chain)
        if any(key in wanted and wanted[key] != live.get(key) for key in STRUCTURE) and section.key == "sites":
            self._compare_structures(live, wanted, chain)
        self._place, self._is_new = outer

    def _compare_structures(self, live: Values, wanted: Values, chain: Ids) -> None:
        from masthead.organization_file.site_structure import plan_structure  # noqa: PLC0415 - it imports the records

        try:
            found = plan_structure(live, wanted, chain, self._may_delete, self._live.get("sites", ()))
        except AmbiguousError as error:
            self.refused.append(self._locate(str(error)))
        else:
            changes = [replace(change, summary=self._locate(change.summary)) for change in found.changes]
            self._found[Action.UPDATE] += changes
            self.refused += map(self._locate, found.refused)
            self.kept += map(self._locate, found.kept)

    def _update(self, section: FileSection, title: str, live: Values, wanted: Values, chain: Ids) -> None:
        changed: dict[str, Any] = {}
        is_map, settable = bool(section.resource.settings.holder), section.updated
        for name, value in wanted.items():
            if not (is_map or name in section.fields or name in section.readable):
                continue
            found = self._resolve(section, title, name, value, live, wanted)
            if found is MISSING or is_same_value(live.get(name, MISSING), found):
                continue
            if is_map or name in settable:
                changed[name] = found
            else:
                self._refuse(section, title, gettext("Masthead can't change its field “%(name)s”.", name=name))
        if changed:
            before = {name: live.get(name) for name in changed}
            self._add(Action.UPDATE, section, title, chain, before, changed)

    def _create(self, section: FileSection, item: Values, chain: Ids) -> None:
        title, obstacle = title_of(section, item), self._find_obstacle(section, item)
        if obstacle:
            self._refuse(section, title, obstacle)
            return
        named = [name for name in section.fields if name in item]
        given = {name: self._resolve(section, title, name, item[name], NONE, item) for name in named}
        given = {name: value for name, value in given.items() if value is not MISSING and value is not None}
        first = {name: value for name, value in given.items() if name in section.created}
        is_named = section.identity != "id" or section.identified_in
        within = (*chain, item[section.identity] if is_named and section.identity in item else _new(section, title))
        body = section.creation(item) if section.creation else first
        if not self._add(Action.CREATE, section, title, within, {}, first, body):
            return
        later = {name: value for name, value in given.items() if name not in first}
        if later:
            self._add(Action.UPDATE, section, title, within, {}, later)
        nothing: dict[str, Any] = {each.key: None if each.is_single else [] for each in children(section.key)}
        self._compare_inner(section, {"title": title, **nothing}, item, within, is_new=True)

    def _find_obstacle(self, section: FileSection, item: Values) -> str:
        """Explain why an object can't be created; empty if it can."""
        has_own_id = section.identity == "id" and not (section.creation or section.identified_in)
        missing = [name for name in sorted(section.required) if name not in item]
        if section.endpoints.create is None:
            return gettext("It doesn't exist, and Masthead can't create it.")
        if OWNER in self._wanted and not self._is_new and has_own_id and "id" in item:
            return gettext("There is no “%(value)s”. To create a new one, leave “%(value)s” out.", value=item["id"])
        if missing:
            return gettext("“%(names)s” is missing.", names=", ".join(missing))
        if section.identified_in and section.identity not in item:
            return gettext("Nothing that was read has this name.")
        return ""

    def _delete(self, section: FileSection, item: Values, chain: Ids) -> None:
        if not self._may_delete(item[section.identity]):
            self.kept.append(self._locate(label_of(section, item)))
            return
        before = {name: item[name] for name in section.fields if name in item}
        self._add(Action.DELETE, section, title_of(section, item), (*chain, item[section.identity]), before)

    def _may_delete(self, id_: str) -> bool:
        return self._allow_delete if isinstance(self._allow_delete, bool) else id_ in self._allow_delete

    def _resolve(self, section: FileSection, title: str, name: str, value: Any, live: Values, wanted: Values) -> Any:  # noqa: ANN401 - JSON
        """Replace the name of an object, also one inside `live`, with its id. If there is none, refuse it."""

        def find_new(other: FileSection, named: str) -> str | None:
            """Return New for an object that the file adds, else refuse. If a kind can't be created, names are ids."""
            if other.endpoints.create is None:
                return named
            added = {**self._wanted, **wanted}.get(other.key, ())
            if any(item.get(other.natural) == named for item in added):
                return _new(other, named)
            why = gettext("There is no “%(value)s” for its field “%(name)s”.", value=_short(named), name=name)
            self._refuse(section, title, why)
            return None

        found = resolve(section, name, value, {**self._live, **live}, find_new)
        return MISSING if found is None and value is not None else found

    def _refuse(self, section: FileSection, title: str, why: str) -> None:
        self.refused.append(self._locate(f"{gettext(section.resource.one)} {title}: {why}", title))

    def _locate(self, text: str, title: str = "") -> str:
        """Put the title of the object that has the section before a text, unless it is also the `title` in it."""
        is_named = self._place in {"", title}
        return text if is_named else gettext("%(place)s: %(what)s", place=self._place, what=text)

    def _add(
        self,
        action: Action,
        section: FileSection,
        title: str,
        chain: Ids,
        before: Values,
        after: Values = NONE,
        body: Values | None = None,
    ) -> bool:
        """Add a change. If its body doesn't fit the contract, add a refusal."""
        endpoint: Endpoint[Any] = getattr(section.endpoints, action)
        sent, entry = after if body is None else body, ENTRY if section.resource.settings.holder else ""
        try:
            built = build_body(endpoint, {f"{entry}{name}": value for name, value in sent.items()})
        except ValidationError as error:
            for each in error.errors(include_url=False):
                self._refuse(section, title, f"{'.'.join(map(str, each['loc']))}: {each['msg']}")
            return False
        kind, ids = section.resource.one, section.list_ids(endpoint, chain)
        summary = self._locate(gettext(_SUMMARIES[action], kind=gettext(kind), title=title), title)
        change = OrganizationChange(action, kind, title, endpoint, ids, built, before, after, summary)
        self._found[action].append(change)
        return True


_SUMMARIES = {
    Action.CREATE: N_("Create the %(kind)s %(title)s"),
    Action.UPDATE: N_("Change the %(kind)s %(title)s"),
    Action.DELETE: N_("Delete the %(kind)s %(title)s"),
}


def _new(section: FileSection, title: str) -> New:
    return New(gettext("%(title)s (new %(kind)s)", title=title, kind=gettext(section.resource.one)))


def _leaves(value: Any) -> Iterator[Any]:  # noqa: ANN401 - JSON
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else None
    if inner is None:
        yield value
    for each in inner or ():
        yield from _leaves(each)


def describe(plan: Plan) -> list[str]:
    """Describe a plan in lines of text: each change with its fields, what stays as it is, and the counts."""
    lines = []
    for change in plan.changes:
        lines.append(change.summary)
        for name, value in change.after.items():
            if name != "position":  # the summary tells it
                was = f"{_short(change.before[name])} → " if name in change.before else ""
                lines.append(f"    {name}: {was}{_short(value)}")
    lines += [gettext("Not possible: %(what)s", what=each) for each in plan.refused]
    lines += [gettext("Not in the file, and stays: %(what)s", what=each) for each in plan.kept]
    counts = plan.counts
    numbers = [counts[Action.CREATE], counts[Action.UPDATE], counts[Action.DELETE], len(plan.refused), len(plan.kept)]
    words = gettext("%s to create, %s to change, %s to delete, %s not possible, %s not in the file")
    return [*lines, words % tuple(numbers)]


def _short(value: Any) -> str:  # noqa: ANN401 - JSON
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_VALUE else f"{text[: MAX_VALUE - 1]}…"
