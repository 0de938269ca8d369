"""What files are called that people download."""

import re

from flask import g

from masthead.web.directory.known_objects import called
from masthead.web.person.time_zone import today

BETWEEN = re.compile(r"[^A-Za-z0-9]+")


def file_name(what: str, organization_id: str) -> str:
    """`sites-Larkfield-Freight-2026-11-24`: what is in it, the organization, and the day where the person is."""
    title = g.organization.title if "organization" in g else called("organization", None, [organization_id])[0]
    return f"{what}-{BETWEEN.sub('-', title).strip('-') or organization_id}-{today().isoformat()}"
