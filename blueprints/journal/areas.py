"""The areas of the journal's filter: each call that a page of the portal can send belongs to exactly one of them.

Enforcement is a call of the organization's settings, and found among them. Single sign-on has it besides.
"""

from contract import ENDPOINTS
from i18n import N_

SINGLE_SIGN_ON = "SAML and SSO"
# The contract's group of endpoints, which the address of the page has, and what people call it.
LABELS = {
    "Organizations": N_("Organization settings"),
    SINGLE_SIGN_ON: N_("Single sign-on"),
    "Sites": N_("Sites"),
    "Site spaces": N_("Site spaces"),
    "Site section groups": N_("Section groups"),
    "Site share links": N_("Share links"),
    "Team members": N_("Teams"),
    "Collection and space team permissions": N_("Access"),
    "OpenAPI specs": N_("API specs"),
    "Translations": N_("Translations"),
    "Custom fields": N_("Custom fields"),
    "Change requests": N_("Change requests"),
    "Space comments": N_("Comments"),
    "Space content": N_("Content of spaces"),
    "Change request content": N_("Content of change requests"),
}


def endpoints_of(area: str) -> list[str]:
    """The names of the calls of an area; none for one that there is not."""
    if area not in LABELS:
        return []
    return [each.name for each in ENDPOINTS if not each.reads and each.group == area]
