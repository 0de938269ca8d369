"""The organization that a page belongs to: read together with the page, known to the layout."""

from typing import TypeVar

from flask import g, request

from contract.organization.organizations import GET_ORGANIZATION, Organization
from masthead.client import Cached, CachedRead, Problem
from masthead.web.person.portal import api

A = TypeVar("A")


def is_refresh_requested() -> bool:
    """Whether the person asked to read anew what is remembered."""
    return request.args.get("refresh") == "1"


def organization_read(organization_id: str, *, anew: bool = False) -> CachedRead[Organization]:
    """The read of the organization, to be gathered with the page's own; `anew` however fresh it is."""
    return CachedRead(GET_ORGANIZATION, (organization_id,), refresh=anew or is_refresh_requested())


def or_raise(answer: A | Problem) -> A:
    """A gathered answer that the page cannot do without. Raises the Problem that came in its place."""
    if isinstance(answer, Problem):
        raise answer
    return answer


def set_organization(answer: Cached[Organization] | Problem) -> Cached[Organization]:
    """Let the layout show the organization's areas. Raises the Problem when there is no organization to show."""
    remembered = or_raise(answer)
    g.organization = remembered.value
    return remembered


def load_organization(organization_id: str, *, anew: bool = False) -> Cached[Organization]:
    """Read the organization alone and arrive in it; `anew` however fresh it is."""
    return set_organization(
        api().read_cached(GET_ORGANIZATION, organization_id, refresh=anew or is_refresh_requested())
    )


def has_permission(permission: str) -> bool:
    """Whether the API grants this on the organization of the page; the API still decides each call."""
    return getattr(g.organization.permissions, permission, None) is True
