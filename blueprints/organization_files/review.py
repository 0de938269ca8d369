"""Stored files, and the changes that each needs, by kind of object, with the values before and after."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from flask import url_for
from werkzeug.wrappers import Response

from masthead.i18n import N_, gettext, join_and
from masthead.organization_file.matching import title_of
from masthead.organization_file.plan import Action, OrganizationChange, Plan
from masthead.organization_file.schema import BY_KEY, SECTIONS, TOP, FileSection, walk_items
from masthead.organization_file.stored_file import StoredFile, Values, find_applied
from masthead.resources import ENTRY, ORGANIZATION
from masthead.resources.values import HOLDERS
from masthead.structure.requests import SITE_SPACE
from masthead.web.http.responses import redirect_to
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.recorded_changes import display_both, display_recorded, field_label, list_fields

BY_KIND = {each.resource.one: each for each in SECTIONS} | {SITE_SPACE: BY_KEY["siteSpaces"]}
"""Sections by the kinds of changes."""
APPLIED = "applied"
"""Stands for the id of the file applied last."""
IN_SUMMARY, SETTINGS = {"position", "spaceId"}, N_("Settings")


class ValueRow(NamedTuple):
    """A changed setting. `before` is empty if there was no value."""

    label: str
    before: str
    after: str


class KindGroup(NamedTuple):
    """The changes of objects of one kind, each with its changed settings."""

    title: str
    changes: Sequence[tuple[OrganizationChange, Sequence[ValueRow]]]


@dataclass(frozen=True)
class FileReview:
    """A file compared with an organization. `planned` deletes nothing, `deleting` deletes what the file lacks."""

    live: Values
    planned: Plan
    deleting: Plan

    @cached_property
    def deletions(self) -> list[OrganizationChange]:
        return [each for each in self.deleting.changes if each.action is Action.DELETE]

    @cached_property
    def deletions_label(self) -> str:
        """Count the deletions by kind: `3 sites and 2 share links`."""
        return join_and([_count_label(kind, n) for kind, n in Counter(each.kind for each in self.deletions).items()])

    @cached_property
    def digest(self) -> str:
        """Return a digest of all changes, to detect later whether they differ."""
        calls = [(each.endpoint.name, each.ids, repr(each.body)) for each in (*self.planned.changes, *self.deletions)]
        return sha256(repr(calls).encode("utf-8", "replace")).hexdigest()[:16]

    @cached_property
    def groups(self) -> list[KindGroup]:
        return group_changes(self.planned, self.live)


def group_changes(planned: Plan, *files: Values) -> list[KindGroup]:
    """Group changes by kind, in the order of the file. The `files` have the names of the objects."""
    items = [(section, item) for file in files for section, item, _ in walk_items(file)]
    names = {str(item.get(section.identity)): title_of(section, item) for section, item in items}
    found: dict[str, list[tuple[OrganizationChange, Sequence[ValueRow]]]] = {_label(each): [] for each in SECTIONS}
    for change in planned.changes:
        found[_label(BY_KIND[change.kind])].append((change, _list_rows(change, names)))
    return [KindGroup(title, changes) for title, changes in found.items() if changes]


def list_sections() -> list[tuple[str, str]]:
    """List the sections of the file, as key and label."""
    return [(each.key, _label(each)) for each in TOP]


def _list_rows(change: OrganizationChange, names: Mapping[str, str]) -> list[ValueRow]:
    fields, entry = list_fields(change.endpoint.name), ENTRY if change.endpoint.name in HOLDERS else ""
    rows = []
    for name, value in change.after.items():
        if name in IN_SUMMARY:
            continue
        key, after = f"{entry}{name}", _name(value, names)
        if name in change.before:
            shown = display_both(fields, key, _name(change.before[name], names), after)
        else:
            shown = "", display_recorded(fields, key, after)
        rows.append(ValueRow(field_label(fields, key), *shown))
    return rows


def _name(value: Any, names: Mapping[str, str]) -> Any:  # noqa: ANN401 - JSON
    return names.get(value, value) if isinstance(value, str) else value


def _count_label(kind: str, n: int) -> str:
    resource = BY_KIND[kind].resource
    return f"{n} {gettext(resource.one if n == 1 else resource.many)}"


def _label(section: FileSection) -> str:
    words = gettext(SETTINGS if section.resource is ORGANIZATION else section.resource.many)
    return words[:1].upper() + words[1:]


def start_review(
    organization_id: str, wanted: Values, source: str, notes: Sequence[str] = (), text: str = ""
) -> Response:
    """Store the wanted values of an organization, and redirect to the review of the changes that they need.

    Sends nothing to the API. Raises TooLargeError and StoreError.
    """
    stored = StoredFile(wanted, source, [*notes], text).packed
    file_id = portal().store.temporary_texts.save(person().owner, files_url(organization_id), stored)
    return redirect_to(url_for("organization_files.review", organization_id=organization_id, file_id=file_id))


def load_file(organization_id: str, file_id: str) -> StoredFile | None:
    """Return a stored file or, for `APPLIED`, the one applied last. None if there is none. Raises StoreError."""
    texts, owner = portal().store.temporary_texts, person().owner
    if file_id == APPLIED:
        return find_applied(texts, owner, organization_id)
    text = texts.get(owner, files_url(organization_id), file_id)
    return None if text is None else StoredFile(*json.loads(text))


def files_url(organization_id: str) -> str:
    return url_for("organization_files.show", organization_id=organization_id)
