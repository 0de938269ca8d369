"""The form that starts a link scan: spaces and change requests."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import request

from masthead.i18n import gettext, sort_key
from masthead.lookup.link_scan import MAX_SOURCES
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.link_scans.scans import LinkSource
from masthead.web.directory.entries import emoji_text, find_object_titles
from masthead.web.forms.pickers import IDS_BETWEEN, parse_identifier
from masthead.web.person.portal import portal
from masthead.web.person.session import person

SPACE, REQUEST = "space", "change-request"
MAX_OFFERED = 200


class OfferedRequest(NamedTuple):
    """A change request in this person's directory. `value` is its value in the form."""

    value: str
    label: str
    subject: str


class ScanChoice(NamedTuple):
    """A selection. `problems` are messages if a scan can't start with it."""

    sources: tuple[LinkSource, ...] = ()
    typed: str = ""
    problems: tuple[str, ...] = ()

    @property
    def spaces(self) -> set[str]:
        return {each.space for each in self.sources if not each.change_request}

    @property
    def requests(self) -> set[str]:
        return {f"{each.space} {each.change_request}" for each in self.sources if each.change_request}


def offered_spaces(organization_id: str, chosen: ScanChoice) -> list[tuple[str, str]]:
    """List ids and titles of spaces in this person's directory, and of selected ones."""
    seen = sorted(_find_known(organization_id, SPACE), key=lambda each: sort_key(each.title))
    known = {each.id: _space_title(each) for each in seen}
    others = sorted(chosen.spaces - known.keys())
    return [*known.items(), *zip(others, find_object_titles(SPACE, organization_id, others), strict=True)]


def offered_requests(organization_id: str) -> list[OfferedRequest]:
    seen = [each for each in _find_known(organization_id, REQUEST) if each.parent]
    spaces = find_object_titles(SPACE, organization_id, [each.parent for each in seen])
    return [
        OfferedRequest(f"{each.parent} {each.id}", _request_title(space, each.subtitle or each.id), each.title)
        for each, space in zip(seen, spaces, strict=True)
    ]


def parse_choice(organization_id: str) -> ScanChoice:
    """Parse the form. A change request includes its space, to compare with."""
    form, typed = request.form, request.form.get("others", "").strip()
    read = [parse_identifier(word, SPACE) for word in IDS_BETWEEN.split(typed) if word]
    requests = [each for each in form.getlist("request") if " " in each]
    spaces = [*form.getlist("space"), *(id_ for id_, _ in read), *(each.partition(" ")[0] for each in requests)]
    sources = _build_sources(organization_id, list(dict.fromkeys(filter(None, spaces))), requests)
    problems = [gettext("Addresses of other spaces: %(wrong)s", wrong=wrong) for _, wrong in read if wrong]
    if not sources and not problems:
        problems.append(gettext("Spaces: nothing is selected. Select at least one space, or enter the address of one."))
    if len(sources) > MAX_SOURCES:
        problems.append(
            gettext(
                "Spaces: a check reads at most %(most)s spaces and change requests. Select fewer.", most=MAX_SOURCES
            )
        )
    return ScanChoice(sources, typed, tuple(problems))


def _build_sources(organization_id: str, spaces: Sequence[str], requests: Sequence[str]) -> tuple[LinkSource, ...]:
    names = {each.value: each.label for each in offered_requests(organization_id)} if requests else {}
    found: list[LinkSource] = []
    for space, title in zip(spaces, find_object_titles(SPACE, organization_id, spaces), strict=True):
        found.append(LinkSource(space, title=title))
        for each in dict.fromkeys(requests):
            own, _, number = each.partition(" ")
            if own == space:
                found.append(LinkSource(space, number, names.get(each) or _request_title(title, number)))
    return tuple(found)


def _find_known(organization_id: str, kind: str) -> list[KnownObject]:
    return portal().store.directory.suggest(person().owner, DirectoryQuery(organization_id, (kind,)), limit=MAX_OFFERED)


def _space_title(space: KnownObject) -> str:
    return f"{emoji_text(space.emoji)} {space.title or space.id}".strip()


def _request_title(space: str, number: str) -> str:
    return gettext("%(space)s, change request %(number)s", space=space, number=number)
