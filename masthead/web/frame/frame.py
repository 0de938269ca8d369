"""What stands around the content of each page: the banner, the areas of the organization, the bar of a phone."""

from collections.abc import Hashable, Mapping
from typing import Any

from flask import Flask, g
from flask_wtf.csrf import generate_csrf

from masthead.web.frame.fragment_cache import Html, render_part
from masthead.web.frame.navigation import Area, area_groups, open_areas, shown_in
from masthead.web.frame.page_context import PageContext


def banner(context: PageContext, here: str) -> Html:
    """The line at the top of the page that is at `here`."""
    person, organization = g.get("person"), g.get("organization")
    name, title = (person.name if person else None), (organization.title if organization else None)
    key = (person is not None, name, title, context.palette, context.theme, context.demo, context.draft_count)

    def values() -> dict[str, Any]:
        return {"person": person, "organization": organization, "context": context, "drafts": context.draft_count}

    return render_part("_banner.html", key, values, token=generate_csrf(), address=here)


def areas(context: PageContext) -> Html:
    """The navigation of the organization that the page belongs to."""
    return render_part("_areas.html", _key_of_areas(context), lambda: _values_of_areas(context))


def area_bar(context: PageContext) -> Html:
    """Those areas that a phone has at the bottom of its screen."""
    return render_part("_area_bar.html", _key_of_areas(context), lambda: _values_of_bar(context))


def _key_of_areas(context: PageContext) -> tuple[Hashable, ...]:
    """All that decides about the navigation."""
    count = context.inbox_count
    return (
        g.organization.id,
        g.organization.title,
        shown_in(),
        open_areas(),
        None if count is None else (count.short, count.words),
    )


def _values_of_areas(context: PageContext) -> Mapping[str, Any]:
    return {"groups": area_groups(context.inbox_count), "organization": g.organization}


def _values_of_bar(context: PageContext) -> Mapping[str, Any]:
    found: list[Area] = [area for group in area_groups(context.inbox_count) for area in group.areas]
    return {
        "shown": [area for area in found if area.in_bar],
        "other": next((area for area in found if area.current and not area.in_bar), None),
    }


def init_app(app: Flask) -> None:
    """Give the layout these parts."""
    app.jinja_env.globals.update(area_bar=area_bar, areas=areas, banner=banner)
