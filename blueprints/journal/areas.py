"""Areas of the journal's filter, each with its API calls.

Every call that a page can send has an area. Calls of single sign-on also belong to the organization settings, as they
decide who can sign in. Enforcement is a call of the settings that also belongs to single sign-on.
"""

from contract import ENDPOINTS
from masthead.i18n import N_

SETTINGS, SINGLE_SIGN_ON = "Organizations", "SAML and SSO"
# Groups of endpoints in the contract, as used in URLs, and their labels.
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
    """Return the names of an area's calls; none for an unknown area."""
    if area not in LABELS:
        return []
    groups = {area, SINGLE_SIGN_ON} if area == SETTINGS else {area}
    return [each.name for each in ENDPOINTS if not each.reads and each.group in groups]
