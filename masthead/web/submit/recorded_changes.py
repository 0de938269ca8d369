"""Sent changes as shown on pages: fields, formatted values, roles, and the object's page."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import url_for
from pydantic import MISSING

from contract.organization.people import MEMBER_ROLES
from contract.organization.team_members import UPDATE_TEAM_MEMBER, UPDATE_TEAM_MEMBERS
from masthead.i18n import N_, gettext
from masthead.resources import ENTRY
from masthead.resources.values import parse_roles
from masthead.store.entries import Entry, Intent
from masthead.store.errors import StoreError
from masthead.web.forms.custom_values import display_plain, entry_label
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import Picker, names_by_id
from masthead.web.people.organization_members import OwnLoss, find_own_loss
from masthead.web.person.portal import api
from masthead.web.places import list_display_rules
from masthead.writes.roles import GIVES_ROLES, IN_TEAM, ROLE_ASSIGNMENTS, read_cached_members, roles_before
from masthead.writes.send import Change, sent_values
from masthead.writes.undo import UndoPreview

WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])")


def list_fields(endpoint: str) -> dict[str, WireField]:
    """Return the fields of the forms that send requests to an endpoint, by wire name."""
    return {field.name: field for form in list_forms(endpoint) for field in form.new().body_fields}


def list_forms(endpoint: str) -> list[type[ContractForm]]:
    """List the forms that send requests to an endpoint."""
    return [form for change in list_display_rules(endpoint) for form in change.forms]


def shown_values(intent: Intent) -> dict[str, Any]:
    """Return the values that a request sent, by setting, and those that it set by omission."""
    unsent = {name: value for change in list_display_rules(intent.endpoint) for name, value in change.unsent.items()}
    return {**unsent, **sent_values(intent)}


def display_recorded(fields: dict[str, WireField], name: str, value: Any) -> str:
    """Return a value formatted as in its form."""
    if value is MISSING:
        return gettext("a hidden value")
    field = fields.get(name)
    if isinstance(field, Picker):
        field.offer_current(value)
    if name in fields:
        return fields[name].display_value(value)
    if name.startswith(ENTRY):
        return f"“{display_plain(value)}”" if value is not None else gettext("none")
    return gettext("none") if value is None else str(value)


def display_both(fields: dict[str, WireField], name: str, before: Any, after: Any) -> tuple[str, str]:
    """Return two values side by side. For a list, return the added and removed items."""
    if name in fields and isinstance(before, list) and isinstance(after, list):
        return fields[name].display_change(before, after)
    return display_recorded(fields, name, before), display_recorded(fields, name, after)


def field_label(fields: dict[str, WireField], name: str) -> str:
    """Return a field's label. If no form contains the field, turn its API name into words."""
    if name.startswith(ENTRY):
        return entry_label(name)
    return fields[name].label.text if name in fields else WORDS.sub(" ", name).capitalize()


def object_page_url(entry: Entry) -> str:
    """Return the page of the changed object. If no place declares one, return the organization's page."""
    sent = sent_values(entry.intent)
    found = [change for change in list_display_rules(entry.intent.endpoint) if not change.sends or change.sends in sent]
    return found[-1].page(entry) if found else _organization_url(entry)


def _organization_url(entry: Entry) -> str:
    return url_for("organizations.show", organization_id=entry.intent.organization)


def forget_deleted(endpoint: str, ids: tuple[str, ...]) -> None:
    """Delete the portal's own data about a deleted object."""
    for change in list_display_rules(endpoint):
        if change.forget is not None:
            with suppress(StoreError):  # the undo is saved even if this fails
                change.forget(ids)


NOT_IN_THE_TEAM, NO_ROLE = N_("not in the team"), N_("no role")
OWNER, MEMBER = MEMBER_ROLES
OF_TEAMS = frozenset((IN_TEAM.set.name, IN_TEAM.remove.name, UPDATE_TEAM_MEMBERS.name))
"""The names of the endpoints that change the members of a team."""


def changed_rows(endpoint: str, change: Change[Any], values: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """List the values before and after a change: people's roles, or the settings in `values`."""
    if endpoint in GIVES_ROLES:
        return _role_rows(change)
    fields, was = list_fields(endpoint), change.was
    return [
        (field_label(fields, name), *display_both(fields, name, was.get(name, MISSING), value))
        for name, value in values.items()
    ]


def _role_rows(change: Change[Any]) -> list[tuple[str, str, str]]:
    """List the name, current role and new role of each person or team."""
    if change.endpoint.name in OF_TEAMS:
        roles = _team_roles(change)
        names = names_by_id(roles)
        return [(names[name], _team_role_label(was), _team_role_label(role)) for name, (was, role) in roles.items()]
    was, sent = change.was.get("role", MISSING), change.sent.get("role", MISSING)
    name = change.endpoint.name
    return [(gettext("Role"), _place_role_label(name, was), _place_role_label(name, sent))]


def role_label(endpoint: str, role: str | None) -> str:
    """Return the label of a listed role. None means no role, or that of a guest, who isn't listed."""
    if endpoint in OF_TEAMS:
        return _team_role_label(role)
    return _place_role_label(ROLE_ASSIGNMENTS[endpoint].set.name, MISSING if role is None else role)


def needs_review(found: UndoPreview) -> bool:
    """Return whether an undo needs a review: it changes several team members or removes an owner.

    An undo that only removes added members doesn't need one.
    """
    change = found.change()
    if change.endpoint.name not in OF_TEAMS or _is_addition(found):
        return False
    roles = _team_roles(change).values()
    return len(roles) > 1 or any(role is None and was != MEMBER for was, role in roles)


def find_own_role_loss(found: UndoPreview) -> OwnLoss:
    """Check whether this person may lose a role in the team. Raises a Problem if the team can't be read."""
    change = found.change()
    if change.endpoint.name not in OF_TEAMS:
        return OwnLoss()
    losing = [name for name, (was, role) in _team_roles(change).items() if was is not None and role not in {OWNER, was}]
    loss = find_own_loss(read_cached_members(api(), *change.ids[:2]), losing)
    # Undoing an addition needs no agreement, unless the new member resembles the signed-in person.
    return loss._replace(possible=loss.possible and not _is_addition(found))


def _is_addition(found: UndoPreview) -> bool:
    """Return whether the entry only added new members, and wasn't an undo."""
    intent = found.entry.intent
    adds = intent.endpoint == UPDATE_TEAM_MEMBERS.name and not any(roles_before(found.entry.intent).values())
    return adds and not intent.undoes


def _team_roles(change: Change[Any]) -> Mapping[str, tuple[str | None, str | None]]:
    """Return each person's current and new role. None means that the person is no member."""
    if change.endpoint.name != UPDATE_TEAM_MEMBERS.name:
        return {change.ids[-1]: (change.was.get("role"), change.sent.get("role"))}
    was = {name: each["role"] for told in change.was.values() for name, each in told.items()}
    return {name: (was.get(name), role) for name, role in parse_roles(change.sent).items()}


def _team_role_label(role: str | None) -> str:
    return (
        gettext(NOT_IN_THE_TEAM)
        if role is None
        else display_recorded(list_fields(UPDATE_TEAM_MEMBER.name), "role", role)
    )


def _place_role_label(endpoint: str, role: Any) -> str:
    return gettext(NO_ROLE) if role is MISSING else display_recorded(list_fields(endpoint), "role", role)
