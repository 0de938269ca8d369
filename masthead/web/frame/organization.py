"""The organization of a page, read together with the page."""

from typing import Any, TypeVar, overload

from flask import g, request

from contract.organization.organizations import GET_ORGANIZATION, Organization
from masthead.client import Cached, CachedRead, Problem
from masthead.client.reads import ReadRequest
from masthead.web.person.portal import api

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


def is_refresh_requested() -> bool:
    """Return whether the URL asks for fresh reads."""
    return request.args.get("refresh") == "1"


def organization_read(organization_id: str, *, anew: bool = False) -> CachedRead[Organization]:
    """Read the organization along with the page's own reads; `anew` skips the cache."""
    return CachedRead(GET_ORGANIZATION, (organization_id,), refresh=anew or is_refresh_requested())


def or_raise(answer: A | Problem) -> A:
    """Return the answer. Raises the Problem that came instead."""
    if isinstance(answer, Problem):
        raise answer
    return answer


def set_organization(answer: Cached[Organization] | Problem) -> Cached[Organization]:
    """Show the organization's areas in the layout. Raises the Problem."""
    remembered = or_raise(answer)
    g.organization = remembered.value
    return remembered


def load_organization(organization_id: str, *, anew: bool = False) -> Cached[Organization]:
    """Read the organization alone; `anew` skips the cache. Raises the Problem."""
    return set_organization(
        api().read_cached(GET_ORGANIZATION, organization_id, refresh=anew or is_refresh_requested())
    )


def read_in(organization_id: str, read: ReadRequest[A], *, anew: bool = False) -> A | Problem:
    """Read an object and its organization, and show the latter; `anew` skips the cache for the organization."""
    organization, answer = api().gather(organization_read(organization_id, anew=anew), read)
    set_organization(organization)
    return answer


@overload
def gather_in(
    organization_id: str, first: ReadRequest[A], second: ReadRequest[B], /, *, anew: bool = False
) -> tuple[A | Problem, B | Problem]: ...
@overload
def gather_in(
    organization_id: str, first: ReadRequest[A], second: ReadRequest[B], third: ReadRequest[C], /, *, anew: bool = False
) -> tuple[A | Problem, B | Problem, C | Problem]: ...
@overload
def gather_in(organization_id: str, *reads: ReadRequest[Any], anew: bool = False) -> tuple[Any, ...]: ...
def gather_in(organization_id: str, *reads: ReadRequest[Any], anew: bool = False) -> tuple[Any, ...]:
    """Read several objects and their organization, and show the latter."""
    organization, *answers = api().gather(organization_read(organization_id, anew=anew), *reads)
    set_organization(organization)
    return tuple(answers)


def has_permission(permission: str) -> bool:
    """Return whether the API reports this permission on the page's organization. The API still decides."""
    return getattr(g.organization.permissions, permission, None) is True
