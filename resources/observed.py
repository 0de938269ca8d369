"""Which objects an answer tells of: those that it is made of, those inside them, and those named by id alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pydantic import MISSING, BaseModel

from contract.change_requests import ChangeRequest
from contract.comment import CommentTarget
from contract.models import models_in
from contract.openapi_specs import OpenAPISpec
from contract.organizations import Invite, Organization, OrganizationsOfDomain
from contract.people import Team, User
from contract.references import Embedded, Reference
from contract.saml import SamlProvider
from contract.search import OrganizationSearchItem
from contract.section_groups import SiteSectionGroup
from contract.sections import SiteSection
from contract.site import Site, SiteIcon
from contract.site_spaces import SiteSpace
from contract.spaces import Space

KINDS = (
    "organization",
    "site",
    "space",
    "collection",
    "team",
    "user",
    "section",
    "section-group",
    "site-space",
    "change-request",
    "invite",
    "saml-provider",
    "openapi-spec",
)
KIND_OF_PARAMETER = {
    "organizationId": "organization",
    "siteId": "site",
    "spaceId": "space",
    "collectionId": "collection",
    "teamId": "team",
    "inviteId": "invite",
    "samlProviderId": "saml-provider",
}
"""What the parts of a path are ids of. A change request is named in a path by its id or by its number."""


YES, NO = "yes", "no"


class Seen(NamedTuple):
    """An object as one answer tells of it; empty where it does not say.

    `organization` and `parent` are ids; the parent is the collection of a space, the site of its parts, the space of a
    change request. `admin` is YES or NO where it tells whether the caller administers it.
    """

    kind: str
    id: str
    title: str = ""
    subtitle: str = ""
    emoji: str = ""
    parent: str = ""
    organization: str = ""
    admin: str = ""


Place = Mapping[str, str]
"""The ids of the path that was read, by the kind of object that each belongs to."""
Tell = Callable[[Any, Place], Iterable[Seen]]


def seen_in(answer: object, place: Place) -> Iterator[Seen]:
    """All objects that an answer tells of, those of the path that was read among them."""
    for kind, identifier in place.items():
        yield Seen(kind, identifier, organization=place.get("organization", ""))
    waiting = [answer]
    while waiting:
        held = waiting.pop()
        if isinstance(held, list):
            waiting.extend(held)
        elif isinstance(held, BaseModel):
            tell, fields = _plan(type(held))
            if tell is not None:
                yield from tell(held, place)
            waiting.extend(getattr(held, field) for field in fields)


@cache
def _plan(model: type[BaseModel]) -> tuple[Tell | None, tuple[str, ...]]:
    """What a model tells itself, and its fields that may hold more: found once, so that the rest is never looked at."""
    if model is OrganizationsOfDomain:  # other people's, as far as the caller is concerned
        return None, ()
    fields = [name for name, field in model.model_fields.items() if any(map(_tells, models_in(field.annotation)))]
    return TELLS.get(model), tuple(fields)


def _tells(model: type[BaseModel]) -> bool:
    """Whether a model or anything inside it tells of objects."""
    found, waiting = set[type[BaseModel]](), [model]
    while waiting:
        each = waiting.pop()
        if each in TELLS:
            return True
        if each not in found:
            found.add(each)
            waiting.extend(inner for field in each.model_fields.values() for inner in models_in(field.annotation))
    return False


def _said(value: object) -> str:
    """A text that may be absent or null."""
    return value if isinstance(value, str) else ""


def _organization(told: Organization, _: Place) -> Iterable[Seen]:
    yield Seen("organization", told.id, told.title, _said(told.hostname), organization=told.id)


def _site(told: Site, place: Place) -> Iterable[Seen]:
    emoji = _said(told.icon.emoji) if isinstance(told.icon, SiteIcon) else ""
    subtitle = _said(told.hostname) or _said(told.basename)
    yield Seen("site", told.id, told.title, subtitle, emoji, "", place.get("organization", ""))


def _space(told: Space, place: Place) -> Iterable[Seen]:
    organization, collection = _said(told.organization) or place.get("organization", ""), _said(told.parent)
    yield Seen("space", told.id, told.title, "", _said(told.emoji), collection, organization, _administers(told))
    if collection:
        yield Seen("collection", collection, organization=organization)


def _administers(told: Space) -> str:
    admin = MISSING if told.permissions is MISSING else told.permissions.admin
    return "" if admin is MISSING else YES if admin else NO


def _team(told: Team, place: Place) -> Iterable[Seen]:
    counts = ((told.members, "member"), (told.spaces, "space"))
    size = ", ".join(f"{count} {word}{'' if count == 1 else 's'}" for count, word in counts if count is not MISSING)
    yield Seen("team", told.id, told.title, size, organization=place.get("organization", ""))


def _user(told: User, place: Place) -> Iterable[Seen]:
    yield Seen("user", told.id, told.displayName, _said(told.email), organization=place.get("organization", ""))


def _site_space(told: SiteSpace, place: Place) -> Iterable[Seen]:
    site, organization = place.get("site", ""), place.get("organization", "")
    yield Seen("site-space", told.id, told.title, f"/{told.path}", "", site, organization)
    if section := _said(told.section):
        yield Seen("section", section, parent=site, organization=organization)


def _section(told: SiteSection, place: Place) -> Iterable[Seen]:
    site, organization = place.get("site", ""), place.get("organization", "")
    subtitle = f"/{told.path}" if _said(told.path) else ""
    yield Seen("section", told.id, told.title, subtitle, "", site, organization)


def _section_group(told: SiteSectionGroup, place: Place) -> Iterable[Seen]:
    yield Seen("section-group", told.id, told.title, "", "", place.get("site", ""), place.get("organization", ""))


def _change_request(told: ChangeRequest, place: Place) -> Iterable[Seen]:
    yield Seen("change-request", told.id, told.subject, f"#{told.number}", "", place.get("space", ""))


def _comment_target(told: CommentTarget, place: Place) -> Iterable[Seen]:
    if space := _said(told.space):
        yield Seen("space", space, organization=place.get("organization", ""))


def _invite(told: Invite, place: Place) -> Iterable[Seen]:
    yield Seen("invite", told.id, "", _said(told.role), organization=place.get("organization", ""))


def _provider(told: SamlProvider, place: Place) -> Iterable[Seen]:
    yield Seen("saml-provider", told.id, told.label, organization=place.get("organization", ""))


def _specification(told: OpenAPISpec, place: Place) -> Iterable[Seen]:
    yield Seen("openapi-spec", told.id, told.slug, organization=place.get("organization", ""))


def _found(told: OrganizationSearchItem, place: Place) -> Iterable[Seen]:
    """A search of an organization groups what it finds by space."""
    yield Seen("space", told.id, told.title, organization=place.get("organization", ""))


def _reference(told: Reference, place: Place) -> Iterable[Seen]:
    if isinstance(told.organization, Embedded):
        organization = _said(told.organization.id)
    else:
        organization = _said(told.organization) or place.get("organization", "")
    for kind, end in (("space", told.space), ("collection", told.collection), ("user", told.user)):
        if isinstance(end, Embedded) and _said(end.id):
            title = _said(end.title) or _said(end.displayName) or _said(end.name)
            yield Seen(kind, _said(end.id), title, organization=organization)
        elif _said(end):
            yield Seen(kind, _said(end), organization=organization)


TELLS: Mapping[type[BaseModel], Tell] = {
    Organization: _organization,
    Site: _site,
    Space: _space,
    Team: _team,
    User: _user,
    SiteSpace: _site_space,
    SiteSection: _section,
    SiteSectionGroup: _section_group,
    ChangeRequest: _change_request,
    CommentTarget: _comment_target,
    Invite: _invite,
    SamlProvider: _provider,
    OpenAPISpec: _specification,
    OrganizationSearchItem: _found,
    Reference: _reference,
}
