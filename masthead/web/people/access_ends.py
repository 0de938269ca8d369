"""The last days of memberships and of teams' roles: which are still current, their pages, and alerts about them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from time import time
from typing import Any

from flask import url_for
from pydantic import MISSING

from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.store.errors import StoreError
from masthead.store.notes import AccessEnd, AccessKey
from masthead.web.directory.places import AccessPlace, access_url
from masthead.web.frame.alerts import AT_ONCE, Alert, AlertLink, day_label, relative_day_label
from masthead.web.frame.organization import has_permission
from masthead.web.http.paths import quote_path_part
from masthead.web.people.place_roles import team_roles_query
from masthead.web.people.team_members import team_members_read
from masthead.web.person.locale import today
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

TEAM = "team"
LAST_DAY = (
    N_("The last day of %(title)s in %(place)s is %(when)s."),
    N_("The last day of %(title)s in %(place)s was %(when)s."),
)
Answers = Sequence[Cached[Any] | Problem | None]


def list_ends(organization: str, **where: str) -> list[AccessEnd]:
    """List the last days in an organization, or in one place. Empty if they can't be read."""
    with suppress(StoreError):
        return portal().store.access_ends.find(organization, **where)
    return []


def access_read(key: AccessKey, *, anew: bool = False) -> CachedRead[Any]:
    """Build the read of the team's members, or of the teams with a role in the place."""
    if key.kind == TEAM:
        return team_members_read(key.organization, key.place, anew=anew)
    return team_roles_query(AccessPlace(key.kind, key.place), anew=anew, partly=not anew)


def access_reads(ends: Sequence[AccessEnd]) -> list[CachedRead[Any]]:
    """Build a read for each place, in the order of the ends."""
    return [*{end.key[:3]: access_read(end.key) for end in ends}.values()]


def list_current_ends(ends: Sequence[AccessEnd], answers: Answers) -> list[AccessEnd]:
    """Leave out the ends whose access this person may not read, and delete those whose access is gone.

    `answers` are those to `access_reads`, None for what isn't known: those ends stay.
    """
    answer_by_place = dict(zip(dict.fromkeys(end.key[:3] for end in ends), answers, strict=True))
    current = []
    for end in ends:
        answer = answer_by_place[end.key[:3]]
        if isinstance(answer, Cached) and _has_no_access(end, answer):
            with suppress(StoreError):
                portal().store.access_ends.drop(end.key)
        elif not isinstance(answer, (Forbidden, NotFound)):
            current.append(end)
    return current


def map_ends(organization_id: str, kind: str, place: str, answer: Cached[Any] | None) -> Mapping[str, AccessEnd]:
    """Return a place's current last days by subject. `answer` has its members or teams, None if only some of them."""
    ends = list_ends(organization_id, kind=kind, place=place)
    return {end.key.subject: end for end in list_current_ends(ends, [answer] if ends else [])}


def _has_no_access(end: AccessEnd, found: Cached[Any]) -> bool:
    """Return whether a complete list that was read after the day was chosen lacks the access."""
    listing = found.value
    if listing.next is not MISSING or listing.unreadable_items or time() - found.age <= end.at:
        return False
    listed = (each.organization.id if end.key.kind == TEAM else each.team.id for each in listing.items)
    return end.key.subject not in listed


def build_end_url(key: AccessKey) -> str:
    return url_for(
        "access_ends.show", organization_id=key.organization, access_kind=key.kind, place=key.place, subject=key.subject
    )


def build_removal_url(key: AccessKey) -> str:
    """Return the URL of the page that removes an access: the team with this member, or the question before removal."""
    if key.kind == TEAM:
        return url_for("teams.show", organization_id=key.organization, team_id=key.place, q=key.subject)
    return f"{access_url(*key[:3])}/{quote_path_part(key.subject)}/remove"


def end_alerts(organization_id: str) -> Iterator[Alert]:
    """List what ends within 7 days or has ended, to administrators and to those who chose the day. Sends nothing."""
    day, admin = today(), has_permission("admin")
    ends = [each for each in list_ends(organization_id) if admin or each.owner == person().owner]
    due = [each for each in ends if (each.due - day).days <= AT_ONCE]
    found = [each and each[0] for each in api().get_last_responses(access_reads(due))]
    for end in list_current_ends(due, found):
        days = (end.due - day).days
        yield Alert(
            "bad" if days < 0 else "warn",
            gettext(LAST_DAY[days < 0], title=end.title, place=end.place_title, when=relative_day_label(days)),
            gettext(
                "Until %(day)s. Masthead reminds you; it doesn't remove anybody by itself.", day=day_label(end.due)
            ),
            (
                AlertLink(gettext("Remove…"), build_removal_url(end.key)),
                AlertLink(gettext("Choose another day"), build_end_url(end.key)),
            ),
            "/".join(end.key),
        )
