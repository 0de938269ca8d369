"""What every page shows around its content: areas of the organization, the person, the theme, addresses of files."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app, g, request, url_for

from web.access import way_back
from web.portal import portal
from web.settings import SettingsError

THEMES = ("light", "dark")
HTMX_CONFIG = json.dumps(
    {
        "includeIndicatorStyles": False,
        "allowEval": False,
        "selfRequestsOnly": True,
        "historyCacheSize": 0,
        "refreshOnHistoryMiss": True,
        # Every answer of the portal is a whole page or the part that was asked for, refusals included.
        "responseHandling": [{"code": "204", "swap": False}, {"code": "[2345]..", "swap": True}],
    },
)
OF_SITES = (
    "sites",
    "structure",
    "published",
    "share_links",
    "link_register",
    "rotation",
    "adaptive",
    "conditions",
    "audience",
    "bulk",
)
# Label, icon, page that it leads to, blueprints that belong to it.
AREAS = (
    ("Overview", "house", "organizations.show", ("organizations",)),
    ("Sites", "globe2", "sites.index", OF_SITES),
    ("Directory", "compass", "known.index", ("known", "scans")),
    ("Single sign-on", "key", "sso.index", ("sso", "sso_metadata", "sso_steps", "sso_certificate", "enforcement")),
    ("Settings", "sliders", "settings.show", ("settings", "invites")),
    ("Journal", "journal-text", "journal.index", ("journal",)),
    ("Plans", "list-check", "plans.index", ("plans",)),
)


@dataclass(frozen=True, slots=True)
class Area:
    """One line of the navigation. `current` is `page`, `true` (a page inside the area) or empty."""

    label: str
    icon: str
    url: str
    current: str


def init_app(app: Flask) -> None:
    """Give all templates of the app what the layout needs."""
    app.context_processor(_around)
    app.jinja_env.globals.update(asset=asset, icons=_icons(app))


def _icons(app: Flask) -> str:
    # Made once: a page has hundreds of icons, and each address made by url_for would cost as much as the icon.
    sprite = Path(app.static_folder or "") / "vendor" / "icons.svg"
    if not sprite.exists():
        message = "static/vendor is empty; `make run` fills it"
        raise SettingsError(message)
    return f"{app.static_url_path}/vendor/icons.svg?v={_mark(sprite)}"


def areas() -> list[Area]:
    """The areas of the organization that this page belongs to, none outside one."""
    organization = g.get("organization")
    if organization is None:
        return []
    return [
        Area(label, icon, url_for(page, organization_id=organization.id), _current(page, blueprints))
        for label, icon, page, blueprints in AREAS
    ]


def _current(page: str, blueprints: tuple[str, ...]) -> str:
    if request.endpoint == page:
        return "page"
    return "true" if request.blueprint in blueprints else ""


def _around() -> dict[str, Any]:
    theme = request.cookies.get("theme")
    return {
        "areas": areas(),
        "organization": g.get("organization"),
        "person": g.get("person"),
        "demo": portal().settings.demo,
        "theme": theme if theme in THEMES else None,
        "palette": _palette(),
        "here": way_back() if request.endpoint else "/",
        "htmx_config": HTMX_CONFIG,
    }


def _palette() -> str:
    """The page that the command palette stands for; none for a visitor, whose host may not be known."""
    if g.get("person") is None:
        return ""
    organization = g.get("organization")
    return url_for("go.anywhere") if organization is None else url_for("go.inside", organization_id=organization.id)


def asset(filename: str) -> str:
    """The address of a static file, with a mark of its content, so that browsers may keep it for ever."""
    folder = Path(current_app.static_folder or "")
    return url_for("static", filename=filename, v=_mark(folder / filename))


@cache
def _mark(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
