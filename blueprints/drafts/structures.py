"""Changes to the structure of sites that were not applied yet."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for

from client import CachedRead, Problem
from contract.publishing.sites import GET_SITE
from web.pages.directory import called
from web.person.access import person
from web.person.portal import api, portal


@dataclass(frozen=True, slots=True)
class StructureLine:
    """An unsent structure draft in a list. `address` leads to the structure; `at` is the last change."""

    place: str
    at: float
    address: str
    title: str
    organization: str


def structure_lines(titles: Mapping[str, str]) -> list[StructureLine]:
    """All of the person's, the newest first; `titles` of organizations by id."""
    found = portal().store.arrangements.all_of(person().owner)
    ids = [(organization, site) for organization, _, site in (place.partition("/") for place, _ in found)]
    answers = api().gather(*(CachedRead(GET_SITE, each) for each in ids))
    return [
        StructureLine(
            place,
            at,
            url_for("structure.show", organization_id=organization, site_id=site),
            called("site", organization, [site])[0] if isinstance(answer, Problem) else answer.value.title,
            titles.get(organization, organization),
        )
        for (place, at), (organization, site), answer in zip(found, ids, answers, strict=True)
    ]
