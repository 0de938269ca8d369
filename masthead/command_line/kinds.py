"""The kinds of items that commands list, show and open, with their columns and pages."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from contract.schema.endpoint import Endpoint

LIST, SHOW, OPEN = "list", "show", "open"


class ItemKind(NamedTuple):
    """A kind of item. `module` is the contract's module for it; the first of the dotted `columns` identifies an item.

    `page` is the path of the item's page, below the organization's page, with `{}` for each id.
    """

    commands: str
    page: str = ""
    module: str = ""
    columns: str = ""


_PERSON = "organization.id organization.user.displayName organization.user.email team.role"
KINDS: Mapping[str, ItemKind] = {
    "organizations": ItemKind("list show open", "", "organization.organizations", "id title hostname"),
    "sites": ItemKind("list show open", "/sites/{}", "publishing.sites", "id title visibility published"),
    "section-groups": ItemKind("list show", "", "publishing.section_groups", "id title sections"),
    "site-spaces": ItemKind("list show", "", "publishing.site_spaces", "id title path section space.id"),
    "share-links": ItemKind(
        "list show open", "/sites/{}/links/{}", "publishing.share_links", "id name active createdAt"
    ),
    "adaptive-schemas": ItemKind("show open", "/sites/{}/adaptive", "publishing.sites"),
    "custom-fields": ItemKind("list show open", "/fields/{}", "authoring.custom_fields", "name title type"),
    "translations": ItemKind("list show open", "/translations/{}", "publishing.translations", "id title languages"),
    "specs": ItemKind("list show open", "/specs/{}", "authoring.openapi_specs", "slug processingState updatedAt"),
    "saml-providers": ItemKind("list show open", "/sso/{}", "organization.saml", "id label status defaultRole"),
    "invites": ItemKind("show open", "/invites/{}", "organization.organizations"),
    "teams": ItemKind("open", "/teams/{}"),
    "team-members": ItemKind("list show", "", "organization.team_members", _PERSON),
    "spaces": ItemKind("open", "/spaces/{}"),
    "custom-field-values": ItemKind("show open", "/spaces/{}/fields", "authoring.custom_fields"),
    "change-requests": ItemKind(
        "list show open", "/spaces/{}/change-requests/{}", "authoring.change_requests", "id number subject status"
    ),
    "comments": ItemKind(
        "list show open", "/spaces/{}/comments/{}", "authoring.comments", "id status postedBy.displayName postedAt"
    ),
}
"""By their names in the commands, which are those of the contract. The API lists neither teams nor spaces."""


def names_for(command: str) -> list[str]:
    return [name for name, kind in KINDS.items() if command in kind.commands.split()]


def find_endpoint(name: str, verb: str) -> "Endpoint[Any] | None":
    """Find a kind's call, such as GET_SITE; None if it has no such call.

    Only that kind's module is imported, since importing them all takes a quarter of a second.
    """
    module, constant = import_module(f"contract.{KINDS[name].module}"), f"{verb}_{name.replace('-', '_').upper()}"
    found: Endpoint[Any] | None = getattr(module, constant, None) or getattr(module, constant.removesuffix("S"), None)
    return found
