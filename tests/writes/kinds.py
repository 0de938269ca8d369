"""Things that can be changed and undone: what each may become, how a change of it is made, and what is there now."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from contract import BY_NAME
from contract.publishing.sites import GET_PUBLISHED, GET_SITE, UPDATE_SITE
from masthead.client import Api
from masthead.resources import ENTRY, SITE
from masthead.resources.values import HOLDERS, build_body
from masthead.store.entries import Subject
from masthead.writes.observe import read_now
from masthead.writes.roles import (
    IN_COLLECTION,
    IN_SPACE,
    IN_TEAM,
    RoleAssignment,
    assign_role,
    change_members,
    read_members,
    read_roles,
    remove_role,
)
from masthead.writes.send import Change
from masthead.writes.undo import ENFORCEMENT

ORG, OPERATIONS, GUIDE = "org_larkfield", "team_operations", "sitespace_docs_guide"
Values = Mapping[str, Any]
_SUBJECT = Subject("thing", "thing", "Thing")


@dataclass(frozen=True)
class Kind:
    """`choices` are the values that each field may have; None for what is not there.

    `change` sets these fields, as a page would make it at this moment; one that is `alone` is about one field.
    `sets` are other fields that the API sets along with one.
    """

    choices: Mapping[str, tuple[Any, ...]]
    now: Callable[[Api], dict[str, Any]]
    change: Callable[[Api, Values], Change[Any]]
    endpoints: tuple[str, ...]
    alone: bool = False
    sets: Mapping[str, str] = field(default_factory=dict)

    def drawn(self, now: Values, random: Random) -> dict[str, Any]:
        """Other values than there are `now`, for one field or several."""
        names = sorted(self.choices)
        wanted = random.sample(names, 1 if self.alone else random.randint(1, len(names)))
        return {name: random.choice([each for each in self.choices[name] if each != now[name]]) for name in wanted}


def settings_of(endpoint: str, *own: str, **choices: tuple[Any, ...]) -> Kind:
    """The settings that an update sets: those with a few values have the values that the contract names."""
    update = BY_NAME[endpoint]
    ids = (ORG, *own) if "organizationId" in update.path_params else own
    fields = {} if endpoint in HOLDERS or update.body is None else update.body.model_fields
    named = {name: tuple(_values(field.annotation)) for name, field in fields.items() if name != ENFORCEMENT}
    every = {name: values for name, values in named.items() if values} | choices

    def now(api: Api) -> dict[str, Any]:
        told = read_now(api, update.name, ids)
        return {name: told[name] for name in every}

    def change(api: Api, values: Values) -> Change[Any]:
        told = now(api)
        was = {name: told[name] for name in values}
        return Change(update, ids, _SUBJECT, "Change it", build_body(update, values), was=was, organization=ORG)

    return Kind(every, now, change, (endpoint,), alone=len(every) == 1)


def _values(annotation: object) -> Iterator[Any]:
    """Those of a field that has a few."""
    origin = get_origin(annotation)
    if annotation is bool:
        yield from (True, False)
    elif origin is Literal:
        yield from get_args(annotation)
    elif annotation is type(None):
        yield None
    elif origin in (Union, UnionType):
        found = [value for each in get_args(annotation) for value in _values(each)]
        yield from found if found != [None] else []


def _roles(holding: RoleAssignment, *around: str, **roles: tuple[str, ...]) -> Kind:
    """`roles` are by the id of the holder."""

    def now(api: Api) -> dict[str, Any]:
        listed = read_roles(api, holding, around)
        return {name: listed.get(name) for name in roles}

    def change(api: Api, values: Values) -> Change[Any]:
        ((name, role),) = values.items()
        was, ids = now(api)[name], (*around, name)
        if role is None:
            return remove_role(holding, ids, _SUBJECT, "Take it away", was, ORG)
        return assign_role(holding, ids, _SUBJECT, "Give it", role, was, ORG)

    choices = {name: (None, *each) for name, each in roles.items()}
    return Kind(choices, now, change, (holding.set.name, holding.remove.name), alone=True)


def members_of(team: str, *people: str) -> Kind:
    """Many members of a team, by id, or by address who is to be an owner."""

    def now(api: Api) -> dict[str, Any]:
        members = read_members(api, ORG, team)
        return {name: found.role if (found := members.find(name)) else None for name in people}

    def change(api: Api, values: Values) -> Change[Any]:
        wanted = {PEOPLE[name] if role == "owner" else name: role for name, role in values.items()}
        return change_members(ORG, team, "A team", wanted, read_members(api, ORG, team), "Change the members")

    choices = dict.fromkeys(people, (None, "member", "owner"))
    return Kind(choices, now, change, ("updateTeamMembers",), alone=len(people) == 1)


def _home() -> Kind:
    """The section in which a site opens, and with it the space: that of the section, which can be set, too."""
    ids, names = (ORG, "site_docs"), ("defaultSiteSection", "defaultSiteSpace")

    def now(api: Api) -> dict[str, Any]:
        told = SITE.settings_of(api.read(GET_SITE, *ids), api.read(GET_PUBLISHED, *ids))
        return {name: told[name] for name in names}

    def change(api: Api, values: Values) -> Change[Any]:
        return Change(UPDATE_SITE, ids, _SUBJECT, "Open it", build_body(UPDATE_SITE, values), was=now(api))

    choices = {names[0]: ("section_start", "section_guide", "section_warehouse", "section_api")}
    return Kind(choices, now, change, (UPDATE_SITE.name,), sets=dict([names]))


HOMES = {"section_guide": ("sitespace_docs_guide", "sitespace_docs_partners")}
"""The spaces of a section that has several."""
BOTH = ("member", "owner")
PEOPLE = {
    "user_ivan": "ivan@drivers.larkfield.example",
    "user_frank": "frank@larkfield.example",
    "user_heidi": "heidi@brandt-translations.example",
    "user_kofi": "kofi@larkfield.example",
    "user_lena": "lena@larkfield.example",
}
"""Ids of members and of others. user_judith stays an owner of the team."""
MARKDOWN = tuple({"markdown": text} for text in ("What?", "How much?", "Why?"))
SCHEMAS = tuple(
    {"type": "object", "properties": {name: {"type": "boolean", "description": name}}, "additionalProperties": False}
    for name in "ab"
)
KINDS: Mapping[str, Kind] = {
    "organization": settings_of(
        "updateOrganization",
        title=("Larkfield", "Lark", "Field"),
        hostname=("larkfield", "lark", "field"),
        emailDomains=(["larkfield.example"], ["a.example", "b.example"], ["b.example", "larkfield.example"], []),
    ),
    "site": settings_of(
        "updateSite",
        "site_docs",
        title=("Help", "Aid", "Support"),
        basename=("help-a", "help-b", "help-c"),
        proxy=(None, "docs.larkfield.example/help", "www.larkfield.example/help"),
    ),
    "home": _home(),
    "custom field": settings_of(
        "updateCustomField",
        "review-cycle",
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
        "space_guide",
        **{
            f"{ENTRY}owner": ("Docs", "Carriers", None),
            f"{ENTRY}translated": (True, False, None),
            f"{ENTRY}reader_rating": (0, 4.5, None),
            f"{ENTRY}review-cycle": ("Monthly", "Yearly", None),
            f"{ENTRY}topics": (["customs"], ["customs", "rates"], None),
        },
    ),
    "invite": settings_of("updateInvite", "inv_welcome"),
    "provider": settings_of(
        "updateSamlProvider",
        "saml_drivers",
        label=("Drivers", "Riders", "Pilots"),
        ssoURL=("https://a.example/sso", "https://b.example/sso"),
        entityID=("https://a.example/id", "https://b.example/id"),
    ),
    "share link": settings_of("updateShareLink", "site_partners", "link_carriers", name=("A", "B", "C")),
    "space of a site": settings_of(
        "updateSiteSpace",
        "site_docs",
        GUIDE,
        path=("guide", "mine", "theirs"),
        condition=(None, "visitor.claims.isCarrier", "visitor.claims.isDriver"),
    ),
    "schema": settings_of("replaceAdaptiveSchema", "site_docs", jsonSchema=SCHEMAS),
    "translation": settings_of("replaceTranslationSettings", "translation_guide", title=("A", "B", "C")),
    "spec": settings_of(
        "replaceOpenAPISpec",
        "shipments",
        source=tuple({"url": f"https://{host}.larkfield.example/openapi.json"} for host in "abc"),
    ),
    "comment": settings_of("updateComment", "space_guide", "comment_guide_rates", body=MARKDOWN),
    "reply": settings_of(
        "updateCommentReply", "space_guide", "comment_guide_waiting", "reply_guide_waiting_2", body=MARKDOWN
    ),
    "change request": settings_of(
        "updateChangeRequest",
        "space_guide",
        "change_guide_customs",
        subject=("A", "B", "C"),
        status=("draft", "open", "archived"),
    ),
    "member": _roles(IN_TEAM, ORG, "team_docs", user_erin=BOTH, user_frank=BOTH, user_kofi=BOTH, user_alice=BOTH),
    "members": members_of(OPERATIONS, "user_kofi", "user_lena"),
    "space": _roles(IN_SPACE, "space_guide", team_docs=("read", "edit"), team_operations=("read", "edit")),
    "collection": _roles(IN_COLLECTION, "col_handbook", team_docs=("read", "admin"), team_support=("read", "edit")),
}
