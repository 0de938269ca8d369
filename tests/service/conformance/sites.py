"""The fields of sites, their structure and the spaces in it, as they are documented."""

from tests.service.conformance.kinds import (
    Fields,
    Kind,
    addresses,
    anything,
    flag,
    flags,
    list_of,
    matching,
    moment,
    nullable,
    number,
    one_of,
    resource,
    sized,
    text,
)

_HOSTNAME = "^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$"
_PROXY = r"^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$"
_THEMED = Fields({"light": text, "dark": text})

SITE = resource(
    "site",
    {
        "id": text,
        "type": text,
        "title": sized(2, 128),
        "visibility": one_of("public", "unlisted", "share-link", "visitor-auth"),
        "published": flag,
        "siteSpaces": number,
        "createdAt": moment,
        "agentsContext": one_of("excluded", "included"),
        "urls": addresses("location", "app", "published"),
    },
    {
        "icon": nullable(Fields({"icon": _THEMED})),
        "hostname": matching(_HOSTNAME, 1, 512),
        "basename": sized(1, 100),
        "proxy": Fields({"origin": matching(_PROXY, 1, 512), "target": text}),
        "adaptiveContent": Fields({"enabled": flag}),
        "ads": Fields({"status": text}, {"submittable": flag}),
        "features": list_of(Fields({"id": text, "plan": text, "frozen": flag})),
    },
)

_SPACE_RIGHTS = ("view", "access", "admin", "viewInviteLinks", "edit", "triggerGitSync", "comment", "merge", "review")
_SPACE_ALWAYS: dict[str, Kind] = {
    "id": text,
    "title": text,
    "emoji": text,
    "visibility": text,
    "createdAt": moment,
    "updatedAt": moment,
    "editMode": text,
    "urls": addresses("location", "app", "published", "public", "icon"),
    "organization": text,
    "revision": text,
    "defaultLevel": nullable(text),
    "comments": number,
    "changeRequests": number,
    "changeRequestsOpen": number,
    "changeRequestsDraft": number,
}
_SPACE_SOMETIMES: dict[str, Kind] = {
    "deletedAt": moment,
    "parent": text,
    "gitSync": Fields(
        {}, {"repoName": text, "installationProvider": text, "integration": text, "url": text, "updatedAt": moment}
    ),
    "visitorAuth": Fields({"backend": text}),
}
SPACE = resource("space", {**_SPACE_ALWAYS, "permissions": flags(*_SPACE_RIGHTS)}, _SPACE_SOMETIMES)
LINKED_SPACE = resource("space", _SPACE_ALWAYS, {**_SPACE_SOMETIMES, "permissions": flags(*_SPACE_RIGHTS)})
"""At an end of a link, where it need not say what the caller may do."""

SITE_SPACE = resource(
    "site-space",
    {"id": text, "path": sized(1, 100), "space": SPACE, "title": text, "default": flag, "urls": addresses("published")},
    {"section": text, "condition": sized(1, 1024), "hasAdvancedCustomizationFeature": flag},
)
SECTION = resource(
    "site-section",
    {
        "id": text,
        "title": text,
        "default": flag,
        "path": text,
        "siteSpaces": list_of(SITE_SPACE),
        "urls": addresses("published"),
    },
    {"description": text, "condition": text, "sectionGroup": text, "icon": text},
)
SECTION_GROUP = resource(
    "site-section-group", {"id": text, "title": sized(1, 100), "sections": list_of(SECTION)}, {"icon": sized(0, 50)}
)
SHARE_LINK = resource(
    "share-link",
    {"id": text, "createdAt": moment},
    {"name": sized(0, 50), "active": flag, "urls": addresses("published")},
)

_CLAIM = Fields({"type": one_of("boolean"), "description": text})
_CLAIMS = Fields(
    {"type": one_of("object"), "properties": Fields({}, {"isEmployee": _CLAIM}), "additionalProperties": flag},
    {"description": text},
)
ADAPTIVE_SCHEMA = resource(
    "site-adaptive-schema",
    {
        "jsonSchema": Fields(
            {
                "type": one_of("object"),
                "properties": Fields({}, {"unsigned": _CLAIMS, "isCarrier": _CLAIM}),
                "additionalProperties": flag,
            },
            {"$schema": one_of("http://json-schema.org/draft-07/schema#"), "$id": text},
        ),
        "updatedAt": moment,
    },
)

_COLORS = ("primaryColor", "infoColor", "successColor", "warningColor", "dangerColor")
_STYLING = Fields(
    {
        **dict.fromkeys(("theme", "corners", "links", "font", "icons", "search"), text),
        **dict.fromkeys(_COLORS, _THEMED),
        "sidebar": Fields({"background": text, "list": text}),
    },
    {"tint": Fields({"color": _THEMED})},
)
_CUSTOMIZATION = Fields(
    {
        "title": text,
        "styling": _STYLING,
        "internationalization": Fields({"locale": text}),
        "favicon": Fields({}, {"icon": _THEMED}),
        "header": Fields({}, {"preset": text, "logo": _THEMED}),
    }
)


def published(kind: str, item: Kind) -> Kind:
    """A published site whose structure is of this type."""
    return resource(
        "published-content-site",
        {
            "site": SITE,
            "structure": Fields({"type": one_of(kind), "structure": list_of(item)}),
            "customizations": Fields({"site": _CUSTOMIZATION}, {"siteSpaces": anything}),
        },
    )
