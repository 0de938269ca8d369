"""Renders the forms that move, edit and add rows. Scripts open them on top of the board."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from flask import abort, flash, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from blueprints.structure.board import board_context
from blueprints.structure.draft import StructureDraft, read_shown_draft
from blueprints.structure.forms import NewSpaceForm
from blueprints.structure.notes import address_before_path, section_condition_note
from masthead.client import Problem
from masthead.i18n import gettext
from masthead.lookup.references import find_space_title
from masthead.store.drafts.drafts import DRAWN_FROM
from masthead.structure.actions import HOLDERS, TOP, DraftError, find_line, kind_name, line_title
from masthead.structure.tree import SiteStructure, lines_by_key, title_of
from masthead.web.directory.entries import find_object_titles
from masthead.web.forms.forms import FINE, INVALID
from masthead.web.forms.merge import Snapshot, seal_snapshot
from masthead.web.forms.pickers import verify_named
from masthead.web.frame.pages import page
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.portal import api

NOTHING_TYPED: Mapping[str, str] = {}


def render_move_sheet(
    organization_id: str, site_id: str, problem: str = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> Response:
    """Render the sheet with the places to which the selected items can be moved."""
    asked = request.values.getlist("item")
    desk = _read_draft_with(organization_id, site_id, asked)
    items = [item for item in asked if kind_name(desk.now, item)]
    if not items:
        flash(gettext("Select what to move first."), "warning")
        return redirect_to(url_for("structure.show", organization_id=organization_id, site_id=site_id))
    kind, here = kind_name(desk.now, items[0]), find_line(desk.now, items[0])
    context = _sheet_context("move", desk, problem, typed) | {
        "items": [(item, title_of(desk.now, item)) for item in items],
        "kind": kind,
        "here": here,
        "targets": _list_targets(desk.now, kind),
        "ways": _list_move_directions(lines_by_key(desk.now)[here], items),
    }
    return page("structure/sheet.html", fragment="move", **context)


def render_item_sheet(
    organization_id: str, site_id: str, item: str, problem: str = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> Response:
    """Render the sheet that edits a space's path and condition, or a group's title and icon."""
    desk = _read_draft_with(organization_id, site_id, [item])
    now, kind = desk.now, kind_name(desk.now, item)
    if not kind:
        abort(404)
    values = {}
    if kind == "space":
        values = {"path": now.spaces[item].path, "condition": now.spaces[item].condition or ""}
    elif kind == "group":
        values = {"title": now.groups[item].title, "icon": now.groups[item].icon or ""}
    context = _sheet_context("item", desk, problem, typed, values) | {
        "item": item,
        "kind": kind,
        "before_path": address_before_path(desk, item),
        "within": section_condition_note(item, now, desk.live.conditions) if kind == "space" else "",
    }
    return page("structure/sheet.html", fragment="item", **context)


def render_add_sheet(
    organization_id: str, site_id: str, problem: str = "", typed: Mapping[str, str] = NOTHING_TYPED
) -> Response:
    """Render the sheet that adds a new group or an existing space, depending on `do` or `what`."""
    what = "group" if "group" in {typed.get("do"), request.args.get("what")} else "space"
    desk = read_shown_draft(organization_id, site_id)
    context = _sheet_context("add", desk, problem, typed)
    new_space = _new_space_form(organization_id, desk.now)
    return page("structure/sheet.html", fragment="add", what=what, new_space=new_space, **context)


def _sheet_context(
    sheet: str, desk: StructureDraft, problem: str, typed: Mapping[str, str], values: Mapping[str, str] = NOTHING_TYPED
) -> dict[str, Any]:
    snapshot = Snapshot({"name": desk.live.title, **values})
    return board_context(desk) | {
        "sheet": sheet,
        "problem": problem,
        "typed": typed,
        "was": typed.get(DRAWN_FROM) or seal_snapshot(snapshot),
        "status": INVALID if problem else FINE,
    }


def render_refused_sheet(organization_id: str, site_id: str, problem: str) -> Response | None:
    """Render the refused form again with its input.

    None if a script keeps the form open, or if its item no longer exists.
    """
    typed = request.form.to_dict()
    again = SHEETS.get(typed.get("sheet", ""))
    if again is None or wants_fragment("structure-board"):
        return None
    with suppress(Problem, NotFound):  # the board reports it
        return again(organization_id, site_id, problem, typed)
    return None


SHEETS: Mapping[str, Callable[[str, str, str, Mapping[str, str]], Response]] = {
    "move": render_move_sheet,
    "item": lambda organization, site, problem, typed: render_item_sheet(
        organization, site, typed.get("item", ""), problem, typed
    ),
    "add": render_add_sheet,
}
"""Sheets by the form's `sheet`."""


def _read_draft_with(organization_id: str, site_id: str, items: list[str]) -> StructureDraft:
    """Load the draft without saving it, so that the next page still shows other people's changes.

    Raises a Problem if no item is found and some part of the site could not be read.
    """
    desk = read_shown_draft(organization_id, site_id)
    for problem in () if any(kind_name(desk.now, item) for item in items) else desk.live.unread:
        raise problem
    return desk


def _list_targets(now: SiteStructure, kind: str) -> list[tuple[str, str]]:
    """List the lines into which a kind of item can be moved, with labels; empty if there is only one."""
    found = [(key, _target_label(now, key)) for key in lines_by_key(now) if key.startswith(HOLDERS[kind])]
    return found if len(found) > 1 else []


def _target_label(now: SiteStructure, key: str) -> str:
    if key == TOP:
        return gettext("No group")
    title, group = line_title(now, key), now.group_of(key.partition(":")[2])
    return gettext("%(place)s, in %(group)s", place=title, group=title_of(now, group)) if group else title


def _list_move_directions(line: list[str], items: list[str]) -> list[str]:
    """Return the directions in which items can be moved within a line: `first`, `up`, `down`, `last`."""
    chosen = [place for place, item in enumerate(line) if item in items]
    back = ["first", "up"] if chosen[-1] >= len(chosen) else []
    return back + (["down", "last"] if chosen[0] < len(line) - len(chosen) else [])


def _new_space_form(organization_id: str, now: SiteStructure | None = None) -> NewSpaceForm:
    """Build the form with the spaces that the person has seen. Those already on the site are disabled."""
    form = NewSpaceForm()
    form.space.offer_known(organization_id)
    form.space.taken = [each.space for each in now.spaces.values() if each.space] if now else []
    form.space.why_taken = gettext("Already on this site")
    return form


def find_space_to_add(organization_id: str) -> tuple[str, str]:
    """Return the id and title of the selected space. Raises DraftError if there is none."""
    form = _new_space_form(organization_id)
    if not form.space.chosen and not form.space.wrong:
        raise DraftError(gettext("Choose a space to add."))
    if not form.validate() or not verify_named(form, organization_id):
        raise DraftError(" ".join([*form.space.errors, *map(str, form.problems)]))
    space = form.space.chosen
    (title,) = find_object_titles("space", organization_id, [space])
    if title == space:
        with suppress(Problem):  # only the draft shows the title; adding works without
            title = find_space_title(api(), organization_id, space)
    return space, gettext("Space %(space)s", space=space) if title == space else title
