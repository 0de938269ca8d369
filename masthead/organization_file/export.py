"""Exports an organization through the API as the values of a file.

The API lists neither teams nor spaces. The file contains the spaces shown on the organization's sites, their
collections, and the teams that have roles in them or are named by identity providers.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.authoring.spaces import Space
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES, SiteSpace
from contract.publishing.sites import GET_PUBLISHED, GET_SITE, LIST_SITES, Site
from contract.schema.endpoint import LIMIT_MAX, Endpoint, Listing, ListQuery
from masthead.client import Api, NotFound, Problem, Read
from masthead.organization_file.schema import BY_KEY, MARK, OWNER, STRUCTURE, TOP, VERSION, FileSection, children
from masthead.resources import ENTRY
from masthead.structure.read import combine_reads
from masthead.structure.tree import ROOT, SiteStructure

AT_ONCE = 8
"""Reads that are sent together."""
Values = dict[str, Any]
Ids = tuple[str, ...]


def export(api: Api, organization_id: str, only: Collection[str] = (), *, people: bool = False) -> Values:
    """Read the sections in `only`, or all, as the values of a file. Team members are read only with `people`.

    Raises Problem if a read fails: anything left out of the file would look as if it didn't exist.
    """
    reader = _ExportReader(api, organization_id, people=people)
    return reader.read([each for each in TOP if not only or each.key in only])


def read_for(api: Api, organization_id: str, *files: Mapping[str, Any], missing: bool = False) -> Values:
    """Read what `plan` needs for the files: only the sites, teams, spaces and collections that they name.

    With `missing`, also read what the files lack and a plan could delete.
    """
    people = any("members" in team for file in files for team in file.get("teams") or ())
    reader = _ExportReader(api, organization_id, people=people)
    for key in [each for each in HELD if not (missing and BY_KEY[each].endpoints.delete)]:
        reader.named[key] = [item for file in files for item in file.get(key, ())]
    return reader.read([each for each in TOP if any(each.key in file for file in files)])


def read_space_titles(api: Api, organization_id: str) -> list[Values]:
    """Read the ids and titles of the spaces that an organization's sites show."""
    spaces = _ExportReader(api, organization_id, people=False).spaces
    return [{"id": each.id, "title": each.title} for each in spaces.values()]


HELD = [each.key for each in TOP if any(children(each.key))]
"""Sections whose items take reads of their own."""


class _ExportReader:
    """Reads sections; `named` contains the items to read, by section, unless all are read."""

    def __init__(self, api: Api, organization: str, *, people: bool) -> None:
        self._api, self._organization, self._people = api, organization, people
        self.named: dict[str, list[Values]] = {}

    def read(self, sections: Sequence[FileSection]) -> Values:
        found = {section.key: self._read_section(section) for section in sections}
        return {MARK: VERSION, OWNER: self._organization, **found}

    def _read_section(self, section: FileSection) -> Any:  # noqa: ANN401 - JSON
        if section.key == "sites":
            return self._read_sites(section)
        if section.key not in HELD:
            return self._read_each(section, [(self._organization,)])[0]
        items = self._find_items(section)
        found = [build_values(section, item) for item in items.values()]
        return self._fill(section, found, [(self._organization, item) for item in items])

    def _find_items(self, section: FileSection) -> Mapping[str, Any]:
        """Return the named teams, spaces or collections by id. If an id is missing, search the API."""
        named = self.named.get(section.key)
        if named is not None and all("id" in item for item in named):
            return {item["id"]: _Identified(item["id"], item.get("title", MISSING)) for item in named}
        match section.key:
            case "teams":
                return self._teams
            case "spaces":
                return self.spaces
            case _:
                return self._collections

    def _fill(self, section: FileSection, found: list[Values], chains: Sequence[Ids]) -> list[Values]:
        """Add the sections inside objects. `chains` are the ids of the organization and each object."""
        for inner in children(section.key):
            if inner.key not in STRUCTURE and (self._people or not inner.is_personal):
                for values, held in zip(found, self._read_each(inner, chains), strict=True):
                    values[inner.key] = held
        return found

    def _read_each(self, section: FileSection, chains: Sequence[Ids]) -> list[Any]:
        listing = None if section.is_single else section.endpoints.listing
        endpoint = listing or section.resource.source
        ids = [section.list_ids(endpoint, chain) for chain in chains]
        if listing is not None:
            return [[build_values(section, item) for item in items] for items in self._list_each(listing, ids)]
        answers = self._gather(endpoint, ids, is_optional=section.resource.settings.optional)
        return [None if answer is None else build_values(section, answer) for answer in answers]

    @cached_property
    def _sites(self) -> list[Site]:
        (sites,) = self._list_each(LIST_SITES, [(self._organization,)])
        return sites

    @cached_property
    def _site_spaces(self) -> list[list[SiteSpace]]:
        return self._list_each(LIST_SITE_SPACES, [(self._organization, site.id) for site in self._sites])

    @cached_property
    def spaces(self) -> dict[str, Space]:
        shown = (each.space for each in chain(*self._site_spaces))
        return {space.id: space for space in shown if space is not MISSING}

    @cached_property
    def _collections(self) -> dict[str, Any]:
        parents = (space.parent for space in self.spaces.values())
        return {each: _Identified(each) for each in parents if each is not MISSING}

    @cached_property
    def _teams(self) -> dict[str, Any]:
        roles = self._list_each(LIST_SPACE_TEAMS, [(each,) for each in self.spaces])
        roles += self._list_each(LIST_COLLECTION_TEAMS, [(each,) for each in self._collections])
        (providers,) = self._list_each(LIST_SAML_PROVIDERS, [(self._organization,)])
        teams = [each.team for each in chain(*roles)] + [each.defaultTeam for each in providers]
        return {team.id: team for team in teams if team is not MISSING}

    def _read_sites(self, section: FileSection) -> list[Values]:
        named = self.named.get(section.key)
        names = {item.get(name) for item in named or () for name in ("id", "title")}
        read = [site for site in self._sites if named is None or names & {site.id, site.title}]
        ids = [(self._organization, site.id) for site in read]
        sites: list[Site] = self._gather(GET_SITE, ids)
        spaces = self._site_spaces if named is None else self._list_each(LIST_SITE_SPACES, ids)
        groups = self._list_each(LIST_SECTION_GROUPS, ids)
        published = self._gather(GET_PUBLISHED, ids, is_optional=True)
        structures = map(combine_reads, spaces, groups, published)
        found = [
            _add_home(build_values(section, site, view), structure) | build_structure_values(structure)
            for site, view, structure in zip(sites, published, structures, strict=True)
        ]
        return self._fill(section, found, ids)

    def _list_each(self, endpoint: Endpoint[Listing[Any]], ids: Sequence[Ids]) -> list[list[Any]]:
        """Read entire listings. Their first pages are read together."""
        firsts = self._gather(endpoint, ids, query=ListQuery(limit=LIMIT_MAX))
        return [self._read_on(endpoint, each, first) for each, first in zip(ids, firsts, strict=True)]

    def _read_on(self, endpoint: Endpoint[Listing[Any]], ids: Ids, first: Listing[Any]) -> list[Any]:
        if first.next is MISSING:
            return [*first.items]
        following = ListQuery(limit=LIMIT_MAX, page=first.next.page)
        return [*first.items, *self._api.walk(endpoint, *ids, query=following)]

    def _gather(
        self,
        endpoint: Endpoint[Any],
        ids: Sequence[Ids],
        query: ListQuery | None = None,
        *,
        is_optional: bool = False,
    ) -> list[Any]:
        """Read objects together; None for a missing optional one. Raises Problem if a read fails otherwise."""
        found: list[Any] = []
        for begin in range(0, len(ids), AT_ONCE):
            found += self._api.gather(*(Read(endpoint, each, query) for each in ids[begin : begin + AT_ONCE]))
        for answer in found:
            if isinstance(answer, Problem) and not (is_optional and isinstance(answer, NotFound)):
                raise answer
        return [None if isinstance(answer, Problem) else answer for answer in found]


class _Identified(NamedTuple):
    """An object known by its id, without a read."""

    id: str
    title: Any = MISSING


def build_values(section: FileSection, item: Any, *also: Any) -> Values:  # noqa: ANN401 - any resource
    """Return an object's values as in the file, with null for fields that are known to be unset."""
    settings = section.resource.settings_of(item, *also)
    if section.resource.settings.holder:
        return {name.removeprefix(ENTRY): value for name, value in settings.items()}
    found = {**section.resource.settings.converted(item, *also), **settings}
    values: Values = {}
    for name in (*(() if section.is_single else (section.identity,)), *section.readable, *section.fields):
        value = found[name] if name in found else getattr(item, name, MISSING)
        if value is not MISSING:
            values[name] = value
        elif name in section.nullable:
            values[name] = None
    return values


def _add_home(values: Values, structure: SiteStructure) -> Values:
    """Add the home of a site that isn't published, which only its sections and spaces show."""
    home = {"defaultSiteSection": structure.default_section, "defaultSiteSpace": structure.default_space}
    return values | {name: id_ for name, id_ in home.items() if id_ and values.get(name) is None}


def build_structure_values(structure: SiteStructure) -> Values:
    """Return a site's groups, sections and spaces, in order."""
    return {
        "groups": [
            {"id": id_, "title": structure.groups[id_].title, "icon": structure.groups[id_].icon}
            for id_ in structure.top
            if id_ in structure.groups
        ],
        "sections": [
            {"id": id_, "title": structure.sections[id_].title, "groupId": structure.group_of(id_) or None}
            for id_ in structure.all_sections
        ],
        "siteSpaces": [
            {
                "id": id_,
                "path": item.path,
                "title": item.title,
                "spaceId": item.space,
                **({"sectionId": section} if section else {}),
                "condition": item.condition,
            }
            for section in [*structure.all_sections, ROOT]
            for id_ in structure.held.get(section, ())
            for item in [structure.spaces[id_]]
        ],
    }
