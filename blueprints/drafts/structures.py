"""Changes to the structure of sites that were not applied yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for

from contract.publishing.sites import GET_SITE
from masthead.client import CachedRead, Problem
from masthead.web.directory.known_objects import called
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.submit.discarded_structures import changes_of, discarded_structures, draft_version


@dataclass(frozen=True, slots=True)
class StructureLine:
    """An unsent structure draft in a list. `address` leads to the structure; `at` is the last change.

    `changes` is what it changes in numbers, `version` names that. A discarded one is kept under the id `kept`; `at` is
    when it was discarded.
    """

    place: str
    at: float
    address: str
    title: str
    organization: str
    kept: str = ""
    changes: str = ""
    version: str = ""


def structure_lines(titles: Mapping[str, str]) -> list[StructureLine]:
    """All of the person's, the newest first; `titles` of organizations by id."""
    owner, arrangements = person().owner, portal().store.arrangements
    found = (arrangements.find(owner, place) for place, _ in arrangements.all_of(owner))
    drafts = [draft for draft in found if draft is not None]  # without those of a secret key that is lost
    lines = _lines([(draft.place, draft.at, "", changes_of(draft)) for draft in drafts], titles)
    return [replace(line, version=draft_version(draft)) for line, draft in zip(lines, drafts, strict=True)]


def discarded_lines(titles: Mapping[str, str]) -> list[StructureLine]:
    """The same of those that were discarded and are still kept."""
    return _lines([(each.place, each.at, each.kept, each.changes) for each in discarded_structures()], titles)


def _lines(found: Sequence[tuple[str, float, str, str]], titles: Mapping[str, str]) -> list[StructureLine]:
    ids = [(organization, site) for organization, _, site in (place.partition("/") for place, *_ in found)]
    answers = api().gather(*(CachedRead(GET_SITE, each) for each in ids))
    return [
        StructureLine(
            place,
            at,
            url_for("structure.show", organization_id=organization, site_id=site),
            called("site", organization, [site])[0] if isinstance(answer, Problem) else answer.value.title,
            titles.get(organization, organization),
            kept,
            changes,
        )
        for (place, at, kept, changes), (organization, site), answer in zip(found, ids, answers, strict=True)
    ]
