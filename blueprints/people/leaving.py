"""Somebody leaves: one page with all that they leave behind, and one bulk change that ends it or hands it over."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response
from wtforms import HiddenField

from blueprints.people.handover import (
    FieldValues,
    LeftItem,
    find_field_values,
    list_fields,
    list_remaining,
    list_reviews,
    list_teams,
)
from masthead.bulk.goals.settings import PEOPLE
from masthead.i18n import N_, gettext, join_some
from masthead.store.bulk.steps import Purpose
from masthead.web.forms.fields import OwnPlaceAgreement
from masthead.web.forms.forms import PageForm
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.people.inbox import OpenWork, list_open_work
from masthead.web.people.known_people import KnownPerson, KnownTeams, read_known_teams
from masthead.web.people.organization_members import OwnLoss, find_own_loss
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import find_resubmission, store_bulk_change
from masthead.web.submit.review import MAX_REASON_LENGTH, reason_given
from masthead.writes.roles import Members
from masthead.writes.send import Change

blueprint = Blueprint("leaving", __name__, url_prefix="/orgs/<organization_id>/people/<user_id>/leave")
CHANGED = N_("Something changed since this page was shown. Nothing was sent. Check it again.")
NO_LONGER, NEW, DIFFERENT = N_("No longer here: %(items)s."), N_("New: %(items)s."), N_("Different now: %(items)s.")
MAX_NAMED = 5
NOTHING = N_("There is nothing to remove or hand over.")


@dataclass(frozen=True)
class Leave:
    """A person who leaves with everything that is known of them. `heir` is the colleague who takes over, if chosen."""

    organization: str
    known: KnownTeams
    leaver: KnownPerson
    heir: KnownPerson | None
    work: OpenWork
    heirs_work: OpenWork
    values: FieldValues

    @cached_property
    def parts(self) -> dict[str, list[LeftItem]]:
        """Return the items by part of the page."""
        work, values = self.work, self.values
        return {
            "teams": list(list_teams(self.organization, self.leaver, self.heir)),
            "reviews": list(list_reviews(self.organization, work, self.heirs_work, self.heir)),
            "fields": list(list_fields(self.organization, values, self.leaver, self.heir)),
            "remaining": list(list_remaining(self.organization, work)),
        }

    @property
    def items(self) -> list[LeftItem]:
        return [item for part in self.parts.values() for item in part]

    @property
    def changes(self) -> Sequence[Change[Any]]:
        """Return the changes in order: what is handed over comes first."""
        items = self.items
        removals = [item.removal for item in items if item.removal]
        return [*(change for item in items for change in item.changes), *removals]

    @property
    def digest(self) -> str:
        sent = [(each.endpoint.name, each.ids, each.sent, dict(each.was)) for each in self.changes]
        return hashlib.sha256(json.dumps(sent, default=str).encode()).hexdigest()

    @property
    def own(self) -> OwnLoss:
        """Return whether the person may be removing themselves."""
        members = (each for team in self.known.teams for each in team.members)
        everybody = Members(members, whole=not self.known.unread)
        return find_own_loss(everybody, [self.leaver.member.id])


class LeaveForm(PageForm):
    """Confirms what the page shows. `seen` is the digest of its changes, and `shown` has its items as lines."""

    seen = HiddenField()
    shown = HiddenField()
    agreed = OwnPlaceAgreement()

    def __init__(self, leave: Leave) -> None:
        super().__init__()
        self.leave, self.own = leave, leave.own
        self.agreed.set_own_place_label(known=self.own.known)
        self._digest, self.seen.data = self.seen.data, leave.digest
        self._items, items = (
            _parse_items(self.shown.data or ""),
            [f"{each.title}\t{each.outcome}" for each in leave.items],
        )
        self.shown.data = "\n".join(items)

    def check(self) -> None:
        if not self.leave.changes:
            self.problems.append(gettext(NOTHING))
        elif self._digest != self.seen.data:
            now = _parse_items(self.shown.data)
            self.problems.append(" ".join([gettext(CHANGED), *_describe_differences(self._items, now)]))
        elif self.own.certain:
            self.agreed.require()


def _parse_items(lines: str) -> dict[str, str]:
    """Return what becomes of each item, by title."""
    return {title: outcome for title, _, outcome in (line.partition("\t") for line in lines.splitlines())}


def _describe_differences(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    different = [title for title in before if title in now and before[title] != now[title]]
    without, new = ([title for title in one if title not in other] for one, other in ((before, now), (now, before)))
    for words, titles in ((NO_LONGER, without), (NEW, new), (DIFFERENT, different)):
        if titles:
            yield gettext(words, items=join_some(titles, MAX_NAMED))


@blueprint.get("")
@signed_in
def ask(organization_id: str, user_id: str) -> Response:
    """Show what the person leaves behind, and what becomes of it."""
    return _render(LeaveForm(_read_leave(organization_id, user_id)))


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str, user_id: str) -> Response:
    """Create one bulk change. Each step looks again and skips what somebody else has done already."""
    if (made := find_resubmission()) is not None:
        return made
    form = LeaveForm(_read_leave(organization_id, user_id))
    if form.validate():
        title = gettext("%(name)s leaves", name=form.leave.leaver.member.name)
        purpose = Purpose(organization_id, person().owner, title, PEOPLE, reason=reason_given())
        if stored := store_bulk_change(form, purpose, form.leave.changes):
            return stored
    return _render(form)


def _read_leave(organization_id: str, user_id: str) -> Leave:
    known, to = read_known_teams(organization_id), request.values.get("to", "")
    leaver = known.find_person(organization_id, user_id)
    heir = next((each for each in known.list_people() if each.member.id == to and to != leaver.member.id), None)
    return Leave(
        organization_id,
        known,
        leaver,
        heir,
        list_open_work(organization_id, leaver.ids),
        list_open_work(organization_id, heir.ids) if heir else OpenWork([], [], []),
        find_field_values(organization_id, leaver),
    )


def _render(form: LeaveForm) -> Response:
    leave = form.leave
    ids: dict[str, Any] = {"organization_id": leave.organization, "user_id": leave.leaver.member.id}
    others = [each.member for each in leave.known.list_people() if each.member.id != leave.leaver.member.id]
    return page(
        "leaving/show.html",
        fragment="plan",
        status=form.status,
        form=form,
        leave=leave,
        name=leave.leaver.member.name,
        heirs=[(each.id, each.name) for each in others if not each.disabled],
        may_own=has_permission("ownTeam"),
        here=url_for(".ask", **ids),
        again=url_for(".ask", **ids, to=leave.heir.member.id if leave.heir else None),
        back=url_for("person.show", **ids),
        longest_reason=MAX_REASON_LENGTH,
    )
