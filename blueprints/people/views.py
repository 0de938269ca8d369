"""The list of people in known teams, with filters, and the same as CSV."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from masthead.i18n import N_, gettext, has_words, sort_key
from masthead.web.descriptions.labels import translate_labels
from masthead.web.directory.entries import download_name, get_search_text
from masthead.web.frame.pages import page
from masthead.web.frame.sorting import requested_order, sort_rows
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.known_people import KnownPerson, KnownTeams, read_known_teams
from masthead.web.people.roles import ROLES, role_label, team_role_label
from masthead.web.people.team_members import STATES, has_state, organization_role_label
from masthead.web.person.guards import signed_in

blueprint = Blueprint("people", __name__, url_prefix="/orgs/<organization_id>/people")
ROWS = 100
GUEST = "guest"
SIGN_ON = {"yes": N_("Yes"), "no": N_("No"), "unknown": N_("Not shown")}
COLUMNS = ("person", "email", "id", "organizationRole", "teams", "singleSignOn", "lastSeen", "disabled")
NEVER = datetime.min.replace(tzinfo=UTC)
ORDERS: Mapping[str, Callable[[KnownPerson], Any]] = {
    "name": lambda each: sort_key(each.member.name),
    "teams": lambda each: -len(each.roles),
    "seen": lambda each: each.member.seen or NEVER,
}


@dataclass(frozen=True, slots=True)
class KnownPeopleFilters:
    """Filters from the query; invalid values are ignored."""

    q: str = ""
    team: str = ""
    role: str = ""
    sso: str = ""
    state: str = ""

    @classmethod
    def from_request(cls) -> "KnownPeopleFilters":
        known = {"sso": SIGN_ON, "state": STATES}
        given = {name: request.args.get(name, "") for name in ("team", "role", "sso", "state")}
        return cls(
            get_search_text(), **{n: "" if text not in known.get(n, {text}) else text for n, text in given.items()}
        )

    @property
    def active_filters(self) -> dict[str, str]:
        return {name: value for name in self.__slots__ if (value := getattr(self, name))}

    def matches(self, each: KnownPerson, now: datetime) -> bool:
        member = each.member
        return (
            has_words(self.q, member.name, member.email, member.id)
            and (not self.team or any(self.team == at.team.id for at in each.roles))
            and self.role in {"", GUEST if member.organization_role is None else member.organization_role}
            and self.sso in {"", _sign_on(each)}
            and has_state(member, self.state, now)
        )


def _sign_on(each: KnownPerson) -> str:
    return {True: "yes", False: "no", None: "unknown"}[each.member.sso]


def _select_people(known: KnownTeams, filters: KnownPeopleFilters) -> list[KnownPerson]:
    now = datetime.now(UTC)
    return sort_rows((each for each in known.list_people() if filters.matches(each, now)), ORDERS)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    known, filters, number = read_known_teams(organization_id), KnownPeopleFilters.from_request(), get_page_number()
    people = _select_people(known, filters)
    return page(
        "people/index.html",
        fragment="rows",
        known=known,
        filters=filters,
        people=people[(number - 1) * ROWS : number * ROWS],
        found=len(people),
        number=number,
        more=len(people) > number * ROWS,
        order=requested_order(ORDERS),
        team_choices=[(team.id, team.title) for team in known.teams],
        role_choices=[*((role, gettext(label)) for role, (label, _) in ROLES.items()), (GUEST, role_label(None))],
        sign_on=translate_labels(SIGN_ON),
        organization_role_label=organization_role_label,
        states=translate_labels({name: label for name, label in STATES.items() if name != "no-sso"}),
        here=url_for(".index", organization_id=organization_id),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download the people who match the filters as CSV. Teams whose members were not read have rows of their own."""
    known = read_known_teams(organization_id)
    rows = _csv_rows(known, _select_people(known, KnownPeopleFilters.from_request()))
    return csv_response(rows, download_name("people", organization_id))


def _csv_rows(known: KnownTeams, people: list[KnownPerson]) -> Iterator[tuple[str, ...]]:
    yield COLUMNS
    for each in people:
        member = each.member
        roles = ((at.team.title, team_role_label(at.member.role) or gettext("Not shown")) for at in each.roles)
        teams = "; ".join(f"{title} ({role})" for title, role in roles)
        seen = member.seen.isoformat(timespec="seconds") if member.seen else ""
        yield (
            *(member.name, member.email, member.id, organization_role_label(member), teams),
            *(gettext(SIGN_ON[_sign_on(each)]), seen, gettext("disabled") if member.disabled else ""),
        )
    for team in known.unread:
        yield ("", "", "", "", team.title, "", "", team.why)
