"""The fields of people, teams and organizations, as they are documented."""

from tests.service.conformance.kinds import (
    Fields,
    Kind,
    address,
    addresses,
    anything,
    flag,
    flags,
    list_of,
    moment,
    nullable,
    number,
    one_of,
    resource,
    sized,
    text,
)

ROLE = one_of("admin", "create", "review", "edit", "comment", "read")

USER = resource(
    "user", {"id": text, "displayName": text}, {"email": text, "photoURL": address, "urls": addresses("location")}
)
TEAM = resource(
    "team",
    {
        "id": text,
        "title": text,
        "members": number,
        "spaces": number,
        "createdAt": moment,
        "permissions": flags("admin", "view"),
    },
)
ORGANIZATION_RIGHTS = (
    "view",
    "admin",
    "ownTeam",
    "createContent",
    "createOpenAPISpec",
    "ingestConversations",
    "viewBilling",
    "listMembers",
    "listTeams",
    "listIntegrations",
)
_TOLD_TO_ALL: dict[str, Kind] = {
    "id": text,
    "title": sized(2, 255),
    "createdAt": moment,
    "emailDomains": list_of(text),
    "type": text,
    "inviteLinks": flag,
    "plan": text,
}
_SETTINGS: dict[str, Kind] = {
    "hostname": sized(3, 32),
    "useCase": text,
    "communityType": text,
    "defaultRole": nullable(ROLE),
    "defaultContent": Fields({"type": one_of("site"), "site": text}),
    "sso": flag,
    "ai": flag,
    "billing": Fields({"interval": text}, {"endDate": moment, "hasPaymentFailed": flag, "isScheduledToCancel": flag}),
    "urls": addresses("location", "app", "logo"),
    "trial": Fields({"status": text}, {"endDate": moment, "decision": text}),
    "customHostname": text,
    "blocked": anything,
}
ORGANIZATION = resource("organization", {**_TOLD_TO_ALL, "permissions": flags(*ORGANIZATION_RIGHTS)}, _SETTINGS)
EMBEDDED_ORGANIZATION = resource("organization", _TOLD_TO_ALL, _SETTINGS)
"""Within a reference, where it says nothing of what the caller may do."""

INVITE = resource("invite", {"id": text, "role": nullable(ROLE), "redundant": flag})
TEAM_MEMBER = Fields(
    {
        "organization": resource(
            "member",
            {
                "id": text,
                "role": nullable(ROLE),
                "user": USER,
                "disabled": flag,
                "joinedAt": moment,
                "sso": flag,
                "spaces": number,
                "teams": number,
            },
            {"lastSeenAt": moment},
        ),
        "team": Fields({"role": one_of("owner", "member")}),
        "permissions": flags("view"),
    }
)
TEAM_PERMISSION = Fields({"permission": ROLE, "team": TEAM})
ORGANIZATIONS_OF_DOMAIN = Fields({"organizations": list_of(ORGANIZATION)})
