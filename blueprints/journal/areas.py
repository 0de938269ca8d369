"""The areas of the journal's filter: each call that a page of the portal can send belongs to one of them.

Those of single sign-on are found among the organization's settings besides: they decide who can sign in. Enforcement is
a call of the settings, and single sign-on has it too.
"""

from contract import ENDPOINTS
from i18n import N_

SETTINGS, SINGLE_SIGN_ON = "Organizations", "SAML and SSO"
# The contract's group of endpoints, which the address of the page has, and what people call it.
LABELS = {
    SETTINGS: N_("Organization settings and single sign-on"),
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
    groups = {area, SINGLE_SIGN_ON} if area == SETTINGS else {area}
    return [each.name for each in ENDPOINTS if not each.reads and each.group in groups]
