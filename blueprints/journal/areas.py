"""The areas of the journal's filter: each call that a page of the portal can send belongs to exactly one of them."""

from contract import ENDPOINTS

SETTINGS, SINGLE_SIGN_ON = "Organizations", "SAML and SSO"
# The contract's group of endpoints, which the address of the page has, and what people call it.
LABELS = {
    SETTINGS: "Organization settings",
    SINGLE_SIGN_ON: "Single sign-on",
    "Sites": "Sites",
    "Site spaces": "Site spaces",
    "Site section groups": "Section groups",
    "Site share links": "Share links",
    "Team members": "Teams",
    "Collection and space team permissions": "Access",
    "OpenAPI specs": "API specs",
    "Translations": "Translations",
    "Space content": "Content of spaces",
    "Change request content": "Content of change requests",
}


def endpoints_of(area: str) -> list[str]:
    """The names of the calls of an area; none for one that there is not.

    Enforcement is a call of the organization's settings: `enforcement_in` tells where it belongs.
    """
    if area not in LABELS:
        return []
    return [each.name for each in ENDPOINTS if not each.reads and each.group == area]


def enforcement_in(area: str) -> bool | None:
    """Whether changes of enforcement belong to the area; None where it has none of the calls that change it."""
    return {SETTINGS: False, SINGLE_SIGN_ON: True}.get(area)
