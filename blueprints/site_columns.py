"""What can be told of each site in their list, beside what it always shows, and in the file of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import MISSING

from contract.site import Site


@dataclass(frozen=True, slots=True)
class Column:
    """`text` gives what a cell says, empty where the API tells nothing."""

    label: str
    text: Callable[[Site], str]


def _told(value: Any) -> str:  # noqa: ANN401 - whatever the API has there
    return "" if value is MISSING or value is None else str(value)


def _agents(site: Site) -> str:
    return _told(site.agentsContext).capitalize()


def _adaptive(site: Site) -> str:
    found = site.adaptiveContent
    told = MISSING if found is MISSING else found.enabled
    return "" if told is MISSING else "On" if told else "Off"


def _custom_path(site: Site) -> str:
    return "" if site.proxy is MISSING else _told(site.proxy.target)


def _address(site: Site) -> str:
    return "" if site.urls is MISSING else _told(site.urls.published)


COLUMNS: Mapping[str, Column] = {
    "agents": Column("AI agents", _agents),
    "adaptive": Column("Adaptive content", _adaptive),
    "type": Column("Type", lambda site: _told(site.type)),
    "basename": Column("Base name", lambda site: _told(site.basename)),
    "path": Column("Custom path", _custom_path),
    "address": Column("Address", _address),
    "id": Column("Id", lambda site: site.id),
}
"""By the name in the address of the list."""

ALWAYS = ("title", "state", "readers", "spaces", "created")
HEADINGS = (*ALWAYS, *COLUMNS)
"""Of the file."""


def chosen(asked: Iterable[str]) -> list[str]:
    """Those that were asked for, in their own order; each word may name several, with commas between."""
    named = {name for words in asked for name in words.split(",")}
    return [name for name in COLUMNS if name in named]


def line_of(site: Site) -> tuple[str, ...]:
    """All of a site as texts."""
    state = "published" if site.published else "not published"
    first = (site.title, state, site.visibility, str(site.siteSpaces), site.createdAt.date().isoformat())
    return (*first, *(column.text(site) for column in COLUMNS.values()))
