"""Reads versions of an API specification, their texts, and the difference of two."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from blueprints.specs.facts import SpecFacts, facts_of
from contract.authoring.openapi_specs import (
    GET_LATEST_VERSION,
    GET_LATEST_VERSION_CONTENT,
    GET_SPEC,
    GET_VERSION,
    GET_VERSION_CONTENT,
    LIST_SPEC_VERSIONS,
    OpenAPISpecVersion,
    OpenAPISpecVersionContent,
)
from contract.schema.fields import value_or_none
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Cached, CachedRead, Problem
from masthead.i18n import format_date, gettext
from masthead.openapi_specs import Document, SpecDifference, SpecTextError, compare, parse_document
from masthead.web.frame.organization import gather_in, is_refresh_requested, or_raise
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

LATEST = "latest"
"""Id of the newest version in URLs."""


class VersionText(NamedTuple):
    """A version with its text. `document` is None if it isn't valid OpenAPI; `problem` is the reason."""

    read: Cached[OpenAPISpecVersion]
    file: str
    text: str
    document: Document | None
    problem: str

    @property
    def id(self) -> str:
        return self.read.value.id


def read_version(organization_id: str, slug: str, version_id: str) -> tuple[SpecFacts, VersionText]:
    """Read one version. Raises a Problem if it can't be read."""
    ids = (organization_id, slug)
    own, content = _version_reads(ids, version_id)
    spec, version, found = gather_in(
        organization_id, CachedRead(GET_SPEC, ids, refresh=is_refresh_requested()), own, content
    )
    return facts_of(or_raise(spec).value), _parse_text(or_raise(version), or_raise(found))


def _version_reads(
    ids: tuple[str, str], version_id: str
) -> tuple[CachedRead[OpenAPISpecVersion], CachedRead[OpenAPISpecVersionContent]]:
    """Return the reads of a version and its text. Only the newest can change, so only that one is refreshed."""
    if version_id == LATEST:
        anew = is_refresh_requested()
        return CachedRead(GET_LATEST_VERSION, ids, refresh=anew), CachedRead(
            GET_LATEST_VERSION_CONTENT, ids, refresh=anew
        )
    return CachedRead(GET_VERSION, (*ids, version_id)), CachedRead(GET_VERSION_CONTENT, (*ids, version_id))


def _parse_text(version: Cached[OpenAPISpecVersion], content: Cached[OpenAPISpecVersionContent]) -> VersionText:
    file, text = next(_files(content.value.filesystem), ("", ""))
    if not text:
        return VersionText(version, file, text, None, gettext("The API reports no text for this version."))
    try:
        return VersionText(version, file, text, parse_document(text), "")
    except SpecTextError as error:
        return VersionText(version, file, text, None, str(error))


def _files(filesystem: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield files by name. The contract doesn't define their form: text is used as is, an object as JSON."""
    for name, held in filesystem.items():
        if isinstance(held, str):
            yield name, held
        elif isinstance(held, dict):
            yield name, json.dumps(held, indent=2, ensure_ascii=False)


class VersionComparison(NamedTuple):
    """Two compared versions. `difference` is None if one can't be read; `problem` is the reason."""

    spec: SpecFacts
    versions: tuple[OpenAPISpecVersion, ...]
    before: str
    after: str
    difference: SpecDifference | None
    problem: str
    read: Cached[Any]

    @property
    def names(self) -> tuple[str, str]:
        """Return the authors' version names, or the ids if those names are missing or equal."""
        before, after = self.difference.versions if self.difference else ("", "")
        return (before, after) if before and after and before != after else (self.before, self.after)

    @property
    def created(self) -> tuple[datetime | None, datetime | None]:
        """Return the times when the API read them; None if not reported."""
        at = {each.id: value_or_none(each.createdAt) for each in self.versions}
        return at.get(self.before), at.get(self.after)

    @property
    def dates(self) -> str:
        """Return a sentence with both dates, for people who don't recognize ids; empty unless both are known."""
        before, after = self.created
        if before is None or after is None:
            return ""
        return gettext(
            "The version of %(before)s compared with the version of %(after)s.",
            before=format_date(before.date()),
            after=format_date(after.date()),
        )


def read_comparison(organization_id: str, slug: str, before: str, after: str) -> VersionComparison:
    """Compare versions by id; empty ids mean the newest two. Raises a Problem if versions can't be listed."""
    ids = (organization_id, slug)
    spec, listing = gather_in(
        organization_id,
        CachedRead(GET_SPEC, ids, refresh=is_refresh_requested()),
        CachedRead(
            LIST_SPEC_VERSIONS.tolerant_listing, ids, ListQuery(limit=LIMIT_MAX), refresh=is_refresh_requested()
        ),
    )
    read, versions = or_raise(spec), tuple(or_raise(listing).value.items)
    newest = [each.id for each in versions]
    after = after or next(iter(newest), "")
    before = before or next((each for each in newest[newest.index(after) + 1 :]), "") if after in newest else before
    difference, problem = _compare_versions(ids, before, after) if before and after else (None, "")
    return VersionComparison(facts_of(read.value), versions, before, after, difference, problem, read)


def _compare_versions(ids: tuple[str, str], before: str, after: str) -> tuple[SpecDifference | None, str]:
    texts = []
    asked = [each for version in (before, after) for each in _version_reads(ids, version)]
    answers: list[Any] = list(api().gather(*asked))
    for name, version, content in zip((before, after), answers[::2], answers[1::2], strict=True):
        for each in (version, content):
            if isinstance(each, Problem):
                return None, gettext("%(version)s: %(why)s", version=name, why=unread_message(each))
        texts.append(_parse_text(version, content))
    for each in texts:
        if each.problem:
            return None, gettext("%(version)s: %(why)s", version=each.id, why=each.problem)
    old, new = texts
    return (compare(old.document, new.document) if old.document and new.document else None), ""
