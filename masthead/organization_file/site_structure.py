"""Plans a site's structure as given in a file, using the calls of `masthead/structure/`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from contract.publishing.section_groups import CREATE_SECTION_GROUP, DELETE_SECTION_GROUP
from contract.publishing.site_spaces import ADD_SITE_SPACE, REMOVE_SITE_SPACE
from masthead.i18n import gettext
from masthead.organization_file.matching import Matches, Values, label_of, match, resolve
from masthead.organization_file.plan import Action, OrganizationChange, Plan
from masthead.organization_file.schema import STRUCTURE, FileSection, children
from masthead.store.entries import Cause
from masthead.structure.calls import CONSENTS, Allowed, plan_next_calls
from masthead.structure.requests import PlannedCalls
from masthead.structure.tree import (
    NEW,
    ROOT,
    GroupItem,
    SectionItem,
    SiteStructure,
    SpaceItem,
    add_missing_items,
    map_titles,
)

ACTIONS = {
    **dict.fromkeys((ADD_SITE_SPACE.name, CREATE_SECTION_GROUP.name), Action.CREATE),
    **dict.fromkeys((REMOVE_SITE_SPACE.name, DELETE_SECTION_GROUP.name), Action.DELETE),
}
"""The effect of each call that creates, moves or removes something, by its action."""


def plan_structure(
    live: Values, wanted: Values, chain: Sequence[str], may_delete: Callable[[str], bool], sites: Sequence[Values] = ()
) -> Plan:
    """Plan the calls from the structure of `live` to that of `wanted`, both as in a file. Raises AmbiguousError.

    `sites` show the titles of spaces.
    """
    shown = (each for site in sites for each in site.get("siteSpaces", ()))
    titles = {str(each.get("spaceId")): str(each["title"]) for each in shown if each.get("title")}
    merged, refused, kept = dict(live), list[str](), list[str]()
    for section in (each for each in children("sites") if each.key in STRUCTURE):
        found = match(section, live[section.key], wanted.get(section.key, live[section.key]))
        merged[section.key] = [*_merge(section, merged, found, refused, titles)]
        stays = [item for item in found.missing if not (section.endpoints.delete and may_delete(item["id"]))]
        kept += [label_of(section, item) for item in stays]
        _insert(merged[section.key], stays, live[section.key])
    now, goal = build_structure(live), build_structure(merged)
    calls = PlannedCalls(chain[0], chain[1], str(live["title"]), map_titles(now, goal), now)
    readd = any(may_delete(space["id"]) for space in live["siteSpaces"])
    planned = plan_next_calls(now, goal, calls, Allowed(readd, reorder=True))
    return Plan([*map(_convert, planned.changes)], [*refused, *map(_explain, planned.left)], kept)


def _merge(
    section: FileSection, site: Values, found: Matches, refused: list[str], titles: Mapping[str, str]
) -> Iterator[Values]:
    """Yield the wanted items, adding their ids, their parents' ids, and the fields that the file leaves out."""
    for number, (item, there) in enumerate(found.pairs):
        label = label_of(section, there or item)
        missing = ", ".join(name for name in section.required if name not in item)
        if there is None and (missing or section.endpoints.create is None):
            why = gettext("“%(names)s” is missing.", names=missing) if missing else gettext("Masthead can't create it.")
            refused.append(f"{label}: {why}")
            continue
        space = item.get("spaceId", "")
        was = there or {"id": f"{NEW}{section.key}-{number}", "title": titles.get(space, space)}
        values = {**was, **item, "id": was["id"]}
        for name in [each for each in ("title", "spaceId") if there and each not in section.updated]:
            if values.get(name) != was.get(name):
                why = gettext("Masthead can't change its field “%(name)s”.", name=name)
                refused.append(f"{label}: {why}")
                values[name] = was.get(name)
        for name in [each for each in section.references if values.get(each)]:
            parent = resolve(section, name, values[name], site, lambda *_: None)
            if parent is None:
                why = gettext("There is no “%(value)s” for its field “%(name)s”.", value=values[name], name=name)
                refused.append(f"{label}: {why}")
            values[name] = parent or was.get(name)
        yield values


def _insert(line: list[Values], stays: Sequence[Values], order: Sequence[Values]) -> None:
    """Insert items that stay, each after the one that it followed before."""
    items = {item["id"]: item for item in [*line, *stays]}
    ids = [item["id"] for item in line]
    add_missing_items(ids, [item["id"] for item in order if item["id"] in items])
    line[:] = [items[id_] for id_ in ids]


def build_structure(site: Values) -> SiteStructure:
    """Build the structure of a site as in a file; groups without sections come last."""
    found = SiteStructure(
        groups={each["id"]: GroupItem(each["title"], each.get("icon")) for each in site["groups"]},
        sections={each["id"]: SectionItem(each["title"]) for each in site["sections"]},
    )
    found.members = {id_: [] for id_ in found.groups}
    found.held = {id_: [] for id_ in found.sections or [ROOT]}
    for section in site["sections"]:
        group = section.get("groupId")
        if group in found.members:
            found.members[group].append(section["id"])
        top = group if group in found.members else section["id"]
        found.top += [] if top in found.top else [top]
    add_missing_items(found.top, found.groups)
    usual = site.get("defaultSiteSection") or next(iter(found.held))
    for space in site["siteSpaces"]:
        home = space.get("sectionId") or usual
        found.held[home if home in found.held else usual].append(space["id"])
        found.spaces[space["id"]] = SpaceItem(
            space.get("title", ""), space.get("path", ""), space.get("condition"), space.get("spaceId", "")
        )
    found.default_section, found.default_space = site.get("defaultSiteSection", ""), site.get("defaultSiteSpace", "")
    return found


def _convert(change: Any) -> OrganizationChange:  # noqa: ANN401 - of any endpoint
    action = ACTIONS.get(change.endpoint.name, Action.UPDATE)
    named = change.subject.kind, change.subject.title, change.endpoint, change.ids, change.body
    return OrganizationChange(action, *named, change.was, change.sent, change.summary)


def _explain(cause: Cause) -> str:
    if cause.reason in CONSENTS:
        return gettext("%(what)s: this needs the consent to delete.", what=cause.facts["what"])
    return cause.text
