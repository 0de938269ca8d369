"""Things that can be changed and undone: what each may become, how a change of it is made, and what is there now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from contract import BY_NAME
from masthead.changes import (
    IN_COLLECTION,
    IN_SPACE,
    IN_TEAM,
    Change,
    assign_role,
    change_members,
    read_members,
    read_roles,
    read_settings_before,
    remove_role,
)
from masthead.changes.roles import RoleAssignment
from masthead.client import Api
from masthead.resources.setting_names import body_that_sets
from masthead.store import Subject

ORG, TEAM = "org_larkfield", "team_docs"
PEOPLE = ("user_erin", "user_frank", "user_kofi", "user_grace", "user_alice", "lena@larkfield.example")
"""Of the team and not of it; user_bob always stays its owner."""
Values = Mapping[str, Any]
_SUBJECT = Subject("thing", "thing", "Thing")


@dataclass(frozen=True)
class Kind:
    """`choices` are the values that each field may have; None for what is not there."""

    choices: Mapping[str, tuple[Any, ...]]
    now: Callable[[Api], dict[str, Any]]
    change: Callable[[Api, Values], Change[Any]]
    """The change that sets these fields, as a page would make it at this moment."""
    endpoints: tuple[str, ...]
    alone: bool = field(default=False)
    """Whether one change is about one field."""

    def drawn(self, api: Api, random: Random) -> dict[str, Any]:
        """Other values than there are now, for one field or several."""
        now, names = self.now(api), sorted(self.choices)
        wanted = random.sample(names, 1 if self.alone else random.randint(1, len(names)))
        return {name: random.choice([each for each in self.choices[name] if each != now[name]]) for name in wanted}


def settings_of(endpoint: str, own: tuple[str, ...], **choices: tuple[Any, ...]) -> Kind:
    update = BY_NAME[endpoint]
    ids = (ORG, *own) if "organizationId" in update.path_params else own

    def now(api: Api) -> dict[str, Any]:
        told = read_settings_before(api, Change(update, ids, _SUBJECT, ""))
        return {name: told[name] for name in choices}

    def change(api: Api, values: Values) -> Change[Any]:
        told = read_settings_before(api, Change(update, ids, _SUBJECT, ""))
        was = {name: told[name] for name in values}
        return Change(update, ids, _SUBJECT, "Change it", body_that_sets(update, values), was=was, organization=ORG)

    return Kind(choices, now, change, (endpoint,), alone=len(choices) == 1)


def _roles(holding: RoleAssignment, around: tuple[str, ...], holders: tuple[str, ...], roles: tuple[str, ...]) -> Kind:
    def now(api: Api) -> dict[str, Any]:
        listed = read_roles(api, holding, around)
        return {name: listed.get(name) for name in holders}

    def change(api: Api, values: Values) -> Change[Any]:
        ((name, role),) = values.items()
        was, ids = now(api)[name], (*around, name)
        if role is None:
            return remove_role(holding, ids, _SUBJECT, "Take it away", was, ORG)
        return assign_role(holding, ids, _SUBJECT, "Give it", role, was, ORG)

    names = (holding.set.name, holding.remove.name)
    return Kind(dict.fromkeys(holders, (None, *roles)), now, change, names, alone=True)


def members_of(team: str, people: tuple[str, ...]) -> Kind:
    """Many members of a team."""

    def now(api: Api) -> dict[str, Any]:
        members = read_members(api, ORG, team)
        return {name: found.role if (found := members.find(name)) else None for name in people}

    def change(api: Api, values: Values) -> Change[Any]:
        return change_members(ORG, team, "A team", values, read_members(api, ORG, team), "Change the members")

    return Kind(dict.fromkeys(people, (None, "member", "owner")), now, change, ("updateTeamMembers",))


SCHEMAS = tuple(
    {
        "type": "object",
        "properties": {name: {"type": "boolean", "description": name}},
        "additionalProperties": False,
    }
    for name in "ab"
)
KINDS: Mapping[str, Kind] = {
    "organization": settings_of(
        "updateOrganization",
        (),
        title=("Larkfield", "Lark", "Field"),
        defaultRole=("read", "edit", None),
        inviteLinks=(True, False),
        ai=(True, False),
        emailDomains=(["larkfield.example"], ["a.example", "b.example"], ["b.example", "larkfield.example"], []),
    ),
    "site": settings_of(
        "updateSite",
        ("site_docs",),
        title=("Help", "Aid", "Support"),
        visibility=("public", "unlisted", "share-link"),
        basename=("help-a", "help-b", "help-c"),
        agentsContext=("included", "excluded"),
        proxy=(None, "docs.larkfield.example/help", "www.larkfield.example/help"),
    ),
    "custom field": settings_of(
        "updateCustomField",
        ("review-cycle",),
        title=("Cycle", "Rhythm", "Review"),
        description=("How often", "When", ""),
        options=(
            ["Monthly", "Quarterly", "Yearly"],
            ["Yearly", "Monthly", "Quarterly"],
            ["Monthly", "Quarterly", "Yearly", "Never"],
        ),
    ),
    "custom field values": settings_of(
        "updateCustomFieldValues",
        ("space_guide",),
        **{
            "entry-owner": ("Docs", "Carriers", None),
            "entry-translated": (True, False, None),
            "entry-reader_rating": (0, 4.5, None),
            "entry-review-cycle": ("Monthly", "Yearly", None),
            "entry-topics": (["customs"], ["customs", "rates"], None),
        },
    ),
    "invite": settings_of("updateInvite", ("inv_welcome",), role=("read", "edit", "comment")),
    "provider": settings_of(
        "updateSamlProvider",
        ("saml_drivers",),
        label=("Drivers", "Riders", "Pilots"),
        ssoURL=("https://a.example/sso", "https://b.example/sso"),
        entityID=("https://a.example/id", "https://b.example/id"),
        defaultRole=("read", "edit", None),
    ),
    "share link": settings_of(
        "updateShareLink", ("site_partners", "link_carriers"), name=("A", "B", "C"), active=(True, False)
    ),
    "site space": settings_of(
        "updateSiteSpace",
        ("site_help", "sitespace_help_releases"),
        path=("news", "changes", "versions"),
        condition=(None, "visitor.claims.isCarrier", "visitor.claims.isDriver"),
    ),
    "schema": settings_of("replaceAdaptiveSchema", ("site_docs",), jsonSchema=SCHEMAS),
    "translation": settings_of("replaceTranslationSettings", ("translation_guide",), title=("A", "B", "C")),
    "spec": settings_of(
        "replaceOpenAPISpec",
        ("shipments",),
        source=tuple({"url": f"https://{host}.larkfield.example/openapi.json"} for host in "abc"),
    ),
    "comment": settings_of(
        "updateComment",
        ("space_guide", "comment_guide_rates"),
        body=({"markdown": "What?"}, {"markdown": "How much?"}, {"markdown": "Why?"}),
        resolved=(True, False),
    ),
    "reply": settings_of(
        "updateCommentReply",
        ("space_guide", "comment_guide_waiting", "reply_guide_waiting_2"),
        body=({"markdown": "Yes"}, {"markdown": "No"}, {"markdown": "Later"}),
    ),
    "change request": settings_of(
        "updateChangeRequest",
        ("space_guide", "change_guide_customs"),
        subject=("A", "B", "C"),
        status=("draft", "open", "archived"),
    ),
    "member": _roles(IN_TEAM, (ORG, TEAM), PEOPLE[:-1], ("member", "owner")),
    "members": members_of(TEAM, PEOPLE),
    "space": _roles(IN_SPACE, ("space_guide",), ("team_docs", "team_support", "team_operations"), ("read", "edit")),
    "collection": _roles(IN_COLLECTION, ("col_handbook",), ("team_docs", "team_support"), ("read", "edit", "admin")),
}
