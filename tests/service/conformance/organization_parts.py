"""The fields of what belongs to an organization: sign-in, specifications, translations, custom fields."""

from tests.service.conformance.kinds import (
    Fields,
    address,
    addresses,
    anything,
    flags,
    list_of,
    matching,
    moment,
    nullable,
    resource,
    sized,
    text,
)
from tests.service.conformance.people import ROLE, TEAM

SAML_PROVIDER = resource(
    "saml-provider",
    {
        "id": text,
        "label": sized(1, 30),
        "createdAt": moment,
        "status": text,
        "service": Fields({"acsURL": address, "startURL": address, "entityID": text}),
        "urls": addresses("location"),
    },
    {
        "ssoURL": address,
        "entityID": sized(0, 1024),
        "certificate": sized(0, 10_000),
        "defaultTeam": TEAM,
        "defaultRole": nullable(ROLE),
    },
)
SSO_LOGIN = Fields({"id": text, "label": text, "startURL": address})
OPENAPI_SPEC = resource(
    "openapi-spec",
    {
        "id": text,
        "createdAt": moment,
        "updatedAt": moment,
        "slug": matching("^[a-z0-9]+(?:-[a-z0-9]+)*$", 1, 100),
        "processingState": text,
        "permissions": flags("view", "edit"),
        "urls": addresses("location", "app"),
    },
    {"sourceURL": address, "lastVersion": text, "lastProcessedAt": moment, "lastProcessErrorCode": text},
)
OPENAPI_VERSION = resource(
    "openapi-spec-version", {"id": text, "url": address}, {"createdAt": moment, "urls": addresses("location")}
)
OPENAPI_CONTENT = Fields({"filesystem": anything, "url": address})
TRANSLATION = resource(
    "translation-settings",
    {
        "id": text,
        "title": sized(1, 100),
        "languages": list_of(text),
        "createdAt": moment,
        "updatedAt": moment,
        "permissions": flags("view", "edit"),
        "urls": addresses("location"),
    },
)
CUSTOM_FIELD = Fields(
    {
        "id": text,
        "name": matching(r"^[a-z_\-0-9]+$", 1, 50),
        "title": sized(0, 100),
        "description": sized(0, 200),
        "type": text,
        "placeholder": sized(0, 100),
        "createdAt": moment,
        "updatedAt": moment,
        "urls": addresses("location"),
        "permissions": flags("view", "edit"),
    },
    {"options": list_of(text)},
)
CUSTOM_FIELD_VALUE = Fields({"customField": CUSTOM_FIELD}, {"value": anything})
SSO_LOGINS = Fields({"items": list_of(SSO_LOGIN)})
