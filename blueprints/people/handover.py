"""Lists what a person leaves behind, with the changes that end it or give it to a colleague."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from flask import url_for

from contract.authoring.change_requests import REQUEST_REVIEWERS, ReviewersRequest
from contract.authoring.custom_fields import GET_VALUES_BY_NAME, LIST_CUSTOM_FIELDS, CustomField
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from masthead.client import Cached, CachedRead
from masthead.i18n import N_, gettext
from masthead.resources import CHANGE_REQUEST
from masthead.store.entries import Subject
from masthead.web.directory.places import AccessPlace, list_known_spaces
from masthead.web.forms.custom_values import build_type_check, cell_text, field_title, is_settable, set_value_change
from masthead.web.frame.organization import or_raise, read_within_budget
from masthead.web.people.inbox import InboxItem, OpenWork
from masthead.web.people.known_people import KnownPerson, TeamRole
from masthead.web.people.roles import members_title, team_role_label
from masthead.web.person.portal import api
from masthead.writes.roles import OWNER, change_members, leaves_no_owner
from masthead.writes.send import Change

CHOOSE = N_("Stays. Choose who takes over.")
STAYS = N_("Stays under this name")


class LeftItem(NamedTuple):
    """An item with what becomes of it. `changes` are sent first, `removal` after the changes of all items."""

    title: str
    address: str
    detail: str
    outcome: str
    changes: Sequence[Change[Any]] = ()
    removal: Change[Any] | None = None


def list_teams(organization_id: str, leaver: KnownPerson, heir: KnownPerson | None) -> Iterator[LeftItem]:
    """List the leaver's teams. The heir becomes an owner of those that would have none."""
    for at in leaver.roles:
        member, team = at.member, at.team
        address = url_for("teams.show", organization_id=organization_id, team_id=team.id, q=member.id)
        role = team_role_label(member.role) if member.role else "–"
        left = LeftItem(team.title, address, role, gettext("Removed"))
        if not leaves_no_owner(team.members, {member.id: None}):
            yield left._replace(removal=_remove(organization_id, at))
        elif heir is None:
            yield left._replace(outcome=gettext("Stays, as the only owner. Choose who takes over."))
        else:
            outcome = gettext("Removed. %(name)s becomes an owner.", name=heir.member.name)
            yield left._replace(outcome=outcome, removal=_remove(organization_id, at, heir))


def _remove(organization_id: str, at: TeamRole, *owners: KnownPerson) -> Change[None]:
    """Build the call that removes a member and makes others owners, so that the team always has one."""
    wanted = {**{each.member.id: OWNER for each in owners}, at.member.id: None}
    called = {each.id: each.name for each in (at.member, *(owner.member for owner in owners))}
    summary = members_title(wanted, at.team.members.roles_of(wanted), called, at.team.title)
    return change_members(organization_id, at.team.id, at.team.title, wanted, at.team.members, summary)


def list_reviews(organization_id: str, work: OpenWork, heirs: OpenWork, heir: KnownPerson | None) -> Iterator[LeftItem]:
    """List the reviews that are asked of the leaver. `heirs` is the heir's open work, and who began it isn't asked."""
    for each in work.reviews:
        left = LeftItem(each.title, each.address(organization_id), each.space.called, gettext(CHOOSE))
        if heir is None:
            yield left
        elif any(each.key == other.key for other in (*heirs.reviews, *heirs.requests)):
            yield left._replace(outcome=gettext("Stays. %(name)s has it already.", name=heir.member.name))
        else:
            outcome = gettext("%(name)s is asked, too", name=heir.member.name)
            yield left._replace(outcome=outcome, changes=[_ask(organization_id, each, heir)])


def _ask(organization_id: str, item: InboxItem, heir: KnownPerson) -> Change[Any]:
    summary = gettext(
        "Ask %(names)s to review the change request %(title)s of %(space)s",
        names=heir.member.name,
        title=item.title,
        space=item.space.called,
    )
    subject = Subject(CHANGE_REQUEST.one, item.item.id, item.title)
    body = ReviewersRequest(users=[heir.member.user_id])
    return Change(
        REQUEST_REVIEWERS, (item.space.id, item.item.id), subject, summary, body, organization=organization_id
    )


class FieldValues(NamedTuple):
    """Values of custom fields that name somebody. `unread` counts the spaces whose values aren't known."""

    found: Sequence[tuple[AccessPlace, CustomField, Any]]
    unread: int


def find_field_values(organization_id: str, leaver: KnownPerson) -> FieldValues:
    """Find the values that contain the person's name, e-mail address or id as words."""
    query = ListQuery(limit=LIMIT_MAX)
    (listed,) = api().gather(CachedRead(LIST_CUSTOM_FIELDS.tolerant_listing, (organization_id,), query))
    fields = {each.name: each for each in or_raise(listed).value.items}
    spaces, named = list_known_spaces(organization_id) if fields else [], _build_pattern(leaver)
    answers = read_within_budget([CachedRead(GET_VALUES_BY_NAME, (each.id,)) for each in spaces])
    read = [(space, each.value) for space, each in zip(spaces, answers, strict=True) if isinstance(each, Cached)]
    found = [
        (space, fields[name], value)
        for space, values in read
        for name, value in values.items()
        if name in fields and named.search(cell_text(value))
    ]
    return FieldValues(found, len(spaces) - len(read))


def list_fields(
    organization_id: str, values: FieldValues, leaver: KnownPerson, heir: KnownPerson | None
) -> Iterator[LeftItem]:
    """List the values that name the leaver. They name the heir instead where that fits the field."""
    for space, field, now in values.found:
        address = url_for("space_fields.show", organization_id=organization_id, space_id=space.id)
        left = LeftItem(f"{field_title(field)}, {space.called}", address, cell_text(now), gettext(CHOOSE))
        if heir is None:
            yield left
            continue
        wanted = _rename(now, leaver, heir)
        if not (is_settable(now) and build_type_check(field)(wanted) and space.may("edit")):
            yield left._replace(outcome=gettext("Stays. The field or your role doesn't allow the change."))
            continue
        change = set_value_change(organization_id, space, field.name, field_title(field), wanted, now)
        yield left._replace(outcome=cell_text(wanted), changes=[change])


def _rename(value: Any, leaver: KnownPerson, heir: KnownPerson) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return list(dict.fromkeys(_rename(each, leaver, heir) for each in value))
    if not isinstance(value, str):
        return value
    others = {leaver.member.email.casefold(): heir.member.email, **dict.fromkeys(leaver.ids, heir.member.user_id)}
    return _build_pattern(leaver).sub(lambda found: others.get(found[0].casefold()) or heir.member.name, value)


def _build_pattern(person: KnownPerson) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.@-])({'|'.join(map(re.escape, person.names))})(?![\w@-])", re.IGNORECASE)


def list_remaining(organization_id: str, work: OpenWork) -> Iterator[LeftItem]:
    """List the items that nobody can give to somebody else."""
    for each in (*work.requests, *work.comments):
        yield LeftItem(each.title, each.address(organization_id), each.space.called, gettext(STAYS))
