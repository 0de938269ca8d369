"""Renders the forms about rows: move, edit, add. Scripts open them over the board."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from flask import flash, request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.board import board_context, drawn_from
from blueprints.structure.draft import StructureDraft, desk_at, shown_at, shown_on
from blueprints.structure.forms import new_space_form
from blueprints.structure.notes import address_of, audience_label, section_condition_note
from masthead.client import Problem
from masthead.i18n import gettext
from masthead.structure.actions import TOP, find_line, kind_name, line_title
from masthead.structure.tree import SiteStructure, containers, is_new, title_of
from masthead.web.forms.forms import FINE, INVALID
from masthead.web.frame.pages import page
from masthead.web.http.htmx import redirect_to, wants_fragment

GROUP = "group"
WAS = "was_"
NOTHING_TYPED: Mapping[str, str] = {}


def move_sheet(
    organization_id: str, site_id: str, problem: str = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> Response:
    """Show where the chosen items can go."""
    asked = request.values.getlist("item")
    desk = _sheet_at(organization_id, site_id, asked)
    items = [item for item in asked if kind_name(desk.now, item)]
    if not items:
        if asked:
            _raise_unread(desk)
        flash(gettext("Select what to move first."), "warning")
        return redirect_to(url_for("structure.show", organization_id=organization_id, site_id=site_id))
    return page(
        "structure/move.html",
        fragment="move",
        status=INVALID if problem else FINE,
        desk=desk,
        site=desk.live.site,
        items=[(item, title_of(desk.now, item)) for item in items],
        places=places_of(desk.now, items),
        targets=targets_of(desk.now, items),
        here=line_of(desk.now, items),
        ways=ways_of(desk.now, items),
        kind=kind_name(desk.now, items[0]),
        base_shown=shown_on(desk),
        problem=problem,
        typed=typed,
    )


def item_sheet(
    organization_id: str, site_id: str, item: str, problem: str = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> Response | None:
    """Show a space's path and condition, or a group's title and icon; None if it is gone."""
    desk = _sheet_at(organization_id, site_id, [item])
    kind = kind_name(desk.now, item)
    if not kind:
        _raise_unread(desk)
        return None
    context = board_context(desk) | {"item": item, "kind": kind, "problem": problem, "typed": typed}
    is_known = item in desk.live.structure.spaces
    is_gone = kind == "space" and not is_known and not is_new(item)
    context |= {"found": address_of(desk, item), "is_known": is_known, "is_gone": is_gone}
    told = section_condition_note(item, desk.now, desk.live.conditions) if kind == "space" else ""
    context |= {"within": told, "everyone": audience_label(desk.now)}
    context["was"] = drawn_from(desk.live.site.title, _saved_values(desk.now, item) | _shown_before(typed))
    return page("structure/item.html", fragment="item", status=INVALID if problem else FINE, **context)


def add_sheet(
    organization_id: str, site_id: str, problem: str = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> Response:
    """Show the form for a new group or another space, as `do` or `what` says."""
    what = "group" if GROUP in {typed.get("do"), request.args.get("what")} else "space"
    desk = shown_at(organization_id, site_id)
    context = board_context(desk) | {"problem": problem, "typed": typed, "what": what}
    new_space = new_space_form(organization_id, desk.now)
    status = INVALID if problem else FINE
    return page("structure/add.html", fragment="add", status=status, **context, new_space=new_space)


def refused_sheet(organization_id: str, site_id: str, problem: str) -> Response | None:
    """Show the refused form again with its input.

    None if a script keeps the form open, or if its item is gone.
    """
    again = SHEETS.get(request.form.get("sheet", ""))
    if again is None or wants_fragment("structure-board"):
        return None
    with suppress(Problem):  # the board reports it
        return again(organization_id, site_id, problem, request.form.to_dict())
    return None


def _item_again(organization_id: str, site_id: str, problem: str, typed: Mapping[str, str]) -> Response | None:
    return item_sheet(organization_id, site_id, typed.get("item", ""), problem, typed)


SHEETS: Mapping[str, Callable[[str, str, str, Mapping[str, str]], Response | None]] = {
    "move": move_sheet,
    "item": _item_again,
    "add": add_sheet,
}
"""Sheets by the form's `sheet`."""


def _saved_values(now: SiteStructure, item: str) -> dict[str, str]:
    if item in now.groups:
        return {"title": now.groups[item].title, "icon": now.groups[item].icon or ""}
    space = now.spaces.get(item)
    return {} if space is None else {"path": space.path, "condition": space.condition or ""}


def _shown_before(typed: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix(WAS): value for name, value in typed.items() if name.startswith(WAS)}


def _sheet_at(organization_id: str, site_id: str, items: list[str]) -> StructureDraft:
    """Load the draft as the page shows it, and merge it only if an item is missing there.

    The page may show items that an unmerged draft lacks, while questions are open.
    """
    desk = shown_at(organization_id, site_id)
    return desk if all(kind_name(desk.now, item) for item in items) else desk_at(organization_id, site_id)


def _raise_unread(desk: StructureDraft) -> None:
    """Raise a Problem if a missing item may be in a part that could not be read."""
    for problem in desk.live.unread:
        raise problem


FITS: Mapping[str, tuple[str, ...]] = {"group": (), "section": (TOP, "group:"), "space": ("section:",)}
"""Prefixes of the lines that a kind can go into; groups have only one line."""


def places_of(now: SiteStructure, items: list[str]) -> dict[str, list[str]]:
    """Group the items' titles by where they are, in the order of the structure."""
    places = {key: [item for item in line if item in items] for key, line in containers(now).items()}
    return {_place(now, key): [title_of(now, item) for item in here] for key, here in places.items() if here}


def targets_of(now: SiteStructure, items: list[str]) -> list[tuple[str, str]]:
    """List the lines that the items can go into, with labels; empty for only one."""
    fits = FITS[kind_name(now, items[0])]
    found = [(key, _name(now, key)) for key in containers(now) if key.startswith(fits)] if fits else []
    return found if len(found) > 1 else []


def ways_of(now: SiteStructure, items: list[str]) -> set[str]:
    """Return the directions in which items can move: `first`, `up`, `down`, `last`."""
    ways = set[str]()
    for line in containers(now).values():
        chosen = [place for place, item in enumerate(line) if item in items]
        if chosen and chosen[-1] >= len(chosen):
            ways |= {"first", "up"}
        if chosen and chosen[0] < len(line) - len(chosen):
            ways |= {"down", "last"}
    return ways


def line_of(now: SiteStructure, items: list[str]) -> str:
    """Return the key of the first item's line."""
    return find_line(now, items[0])


def _place(now: SiteStructure, key: str) -> str:
    """Label a line with the kind of its item, as an item in it may have the same title."""
    kind, _, item = key.partition(":")
    if not item:
        return line_title(now, key)
    title = line_title(now, key)
    return (
        gettext("the group %(group)s", group=title) if kind == "group" else gettext("the section %(name)s", name=title)
    )


def _name(now: SiteStructure, key: str) -> str:
    if key == TOP:
        return gettext("No group")
    _, _, item = key.partition(":")
    group = now.group_of(item)
    return (
        gettext("%(place)s, in %(group)s", place=line_title(now, key), group=title_of(now, group))
        if group
        else line_title(now, key)
    )
