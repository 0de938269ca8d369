"""Adds people to the organization when they sign in."""

from sqlalchemy import Connection, select, update

from service.identity.people import add_person, find_person, make_member
from service.sign_in.answers import SamlResponse
from service.sign_in.providers import Provider
from service.tables.identity import membership
from service.teams.members import MembershipChange, change_members


def record_sign_in(connection: Connection, provider: Provider, answer: SamlResponse, now: str) -> None:
    """Newcomers get the provider's default role and team; members keep what they have."""
    person = find_person(connection, answer.email)
    if person is None:
        person = add_person(connection, answer.name or answer.email.partition("@")[0], answer.email)
    own = (membership.c.person == person, membership.c.organization == provider.organization)
    if connection.scalar(select(membership.c.person).where(*own)) is None:
        make_member(connection, person, provider.organization, provider.default_role, now)
        if provider.default_team is not None:
            change_members(connection, provider.default_team, MembershipChange(added=[person]))
    connection.execute(update(membership).where(*own).values(sso=True, last_seen_at=now))
