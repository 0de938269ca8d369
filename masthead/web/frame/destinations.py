"""Pages that people look for by name: the areas of the navigation, and what the command palette leads to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from i18n import N_

CREATE, FILE, PAGE = N_("Create"), N_("Download"), N_("Page")
PUBLISH, WRITE, PEOPLE, ORGANIZATION = N_("Publish"), N_("Write"), N_("People"), N_("Organization")
"""The groups of areas in the navigation of an organization."""


@dataclass(frozen=True, slots=True)
class Destination:
    """A page without an object of its own. `keywords` are phrases with commas between; `needs` is a permission.

    `anywhere` says that it belongs to no organization.
    """

    label: str
    endpoint: str
    icon: str
    keywords: str
    hint: str = N_("Page of the organization")
    needs: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class ObjectPage:
    """A page that each object of a kind has; `parameter` is what its address calls the id of the object."""

    kind: str
    parameter: str
    label: str
    endpoint: str
    icon: str
    keywords: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
