"""Applies the structure page's actions to the draft, even if the page is outdated."""

import re
from collections.abc import Callable, Mapping
from typing import cast, get_args

from flask import request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from blueprints.structure.board import AWAY, render_board
from blueprints.structure.draft import (
    begin_draft,
    merge_draft,
    open_shown_site,
    read_merged_draft,
    read_site,
    save_draft,
)
from masthead.conditions import UNKNOWN_CLAIMS, lint_condition
from masthead.i18n import N_, gettext
from masthead.store.drafts.drafts import DRAWN_FROM
from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.structure.actions import (
    DraftError,
    MoveTarget,
    Where,
    add_space,
    edit_space,
    ensure_top_order,
    find_line,
    make_home,
    move_items,
    name_group,
    parse_position,
    remove_group,
    remove_space,
    sort_line,
)
from masthead.structure.draft import EditHistory, read_draft, replay
from masthead.structure.edits import Gesture, Side, edits_between
from masthead.structure.tree import SiteStructure, lines_by_key
from masthead.web.forms.forms import CONFLICT, INVALID
from masthead.web.forms.merge import open_snapshot
from masthead.web.frame.pages import redirect_info
from masthead.web.frame.problems import BAD_GATEWAY
from masthead.web.submit.structure_drafts import draft_version, find_draft

Sent = MultiDict[str, str]
POSITION = re.compile(r"at-\d+-")
UNUSED_CONDITION = N_("Select “Visitors who meet a condition” to use the condition that you entered, or clear it.")
NO_CONDITION = N_("Enter the condition, or select “Every reader of its section or site”.")
SHOWN_AGAIN = N_("Your draft changed in another window. Your last change was kept.")
CHANGED_SINCE = N_("Somebody else changed this since you opened it. Check the structure and try again.")
MAX_TRIES = 10
TYPED = ("title", "icon", "path", "condition", "space", "space-other")
"""Text inputs of the sheets."""
CHANGED_AGAIN = N_("The structure or your draft changed again. Check it before you go on.")
SETTLED = N_("Your draft includes your choices. Nothing is applied yet.")
LOST = N_("Your draft no longer changes %(items)s, because the site changed.")
UNANSWERED = N_("Choose what to keep for each change that is listed.")
CHOICE, SIDES = "choice ", ("mine", "theirs")


def _place_rows(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Move dragged or carried rows after the first item of `after` that is in the line, or else to the line's start."""
    key = sent.get("line", "")
    line = lines_by_key(draft).get(key, [])
    after = next((item for item in sent.getlist("after") if item in line), "")
    target = MoveTarget("after", after) if after else MoveTarget("into", key, "1")
    return move_items(draft, sent.getlist("item"), target)


def _move_to_positions(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Move rows to the positions that were typed next to them, on a page without scripts.

    An input's name contains the position that the page shows, as in `at-3-sitespace_1`.
    """
    typed = [(name.split("-", 2), number.strip()) for name, number in sent.items() if POSITION.match(name)]
    changed = [(parse_position(number), item) for (_, shown, item), number in typed if number not in {"", shown}]
    sent.setlist("item", [item for _, item in changed])  # like a script that names the moved items
    result = draft.copy()
    lines = lines_by_key(result)
    for position, item in sorted(changed):
        line = lines[find_line(result, item)]
        line.remove(item)
        line.insert(max(position - 1, 0), item)
    return result


def _move_items(draft: SiteStructure, sent: Sent) -> SiteStructure:
    where, _, to = sent.get("where", "").partition(" ")
    if where not in get_args(Where):
        raise DraftError(gettext("Choose where to move it."))
    target = MoveTarget(cast("Where", where), to or sent.get("to", ""), sent.get("position", "").strip())
    return move_items(draft, sent.getlist("item"), target)


def _edit_item(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Apply the inputs that the person changed in the sheet. For the others, the draft may have newer values."""
    item, drawn = sent.get("item", ""), _open_form_values(sent)
    find_line(draft, item)

    def typed(name: str, now: str) -> str:
        value = sent.get(name, "")
        return now if value == drawn.get(name) else value

    if group := draft.groups.get(item):
        return name_group(draft, item, typed("title", group.title), typed("icon", group.icon or ""))
    if not (space := draft.spaces.get(item)):
        raise DraftError(gettext("A section can't be edited here."))
    entered = _parse_condition(sent, drawn)
    condition = space.condition if entered == drawn.get("condition") else _ensure_valid_condition(entered)
    return edit_space(draft, item, typed("path", space.path), condition)


def _open_form_values(sent: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values with which the sheet's inputs were shown; empty if the sheet has no snapshot."""
    drawn = open_snapshot(sent.get(DRAWN_FROM, ""))
    return drawn.values if drawn else {}


def _parse_condition(sent: Sent, drawn: Mapping[str, str]) -> str:
    """Return the typed condition; empty means every reader.

    Without scripts, people can type a condition and also select “every reader”. That is refused.
    """
    typed = _normalize_line_ends(sent.get("condition", ""))
    is_conditioned = sent.get("conditioned") == "yes"
    if is_conditioned and not typed.strip():
        raise DraftError(gettext(NO_CONDITION))
    if not is_conditioned and typed.strip() and typed != drawn.get("condition", typed):
        raise DraftError(gettext(UNUSED_CONDITION))
    return typed if is_conditioned else ""


def _ensure_valid_condition(condition: str) -> str:
    """Raise DraftError for a condition that no service can accept. The review reports other problems."""
    broken = [each.sentence for each in lint_condition(condition, UNKNOWN_CLAIMS).findings if each.code == "broken"]
    if condition and broken:
        raise DraftError(" ".join(broken))
    return condition


def _normalize_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n")  # forms send CRLF, stored texts have LF


def _remove_item(draft: SiteStructure, sent: Sent) -> SiteStructure:
    item = sent.get("item", "")
    find_line(draft, item)
    return (remove_group if item in draft.groups else remove_space)(draft, item)


ACTS: Mapping[str, Callable[[SiteStructure, Sent], SiteStructure]] = {
    "place": _place_rows,
    "positions": _move_to_positions,
    "move": _move_items,
    "edit": _edit_item,
    "remove": _remove_item,
    "sort": lambda draft, sent: sort_line(draft, sent.get("item", "")),
    "open": lambda draft, sent: make_home(draft, sent.get("item", "")),
    "group": lambda draft, sent: name_group(draft, "", sent.get("title", ""), sent.get("icon", "")),
    "add": lambda draft, sent: add_space(draft, sent.get("space", ""), sent.get("title", ""), sent.get("section", "")),
}
"""Actions by the button's `do`."""


def is_other_draft_shown(draft: StoredDraft | None) -> bool:
    """True if the page shows a draft other than `draft`; False if the page doesn't say which it shows."""
    shown = request.values.get("draft_reviewed", request.values.get("draft_shown"))
    return shown not in {None, draft_version(draft)}


Act = Callable[[SiteStructure, Sent], SiteStructure]


def apply_to_draft(organization_id: str, site_id: str, act: Act, sent: Sent) -> bool:
    """Add an action to the draft. Returns True if the page shows another draft. Raises DraftError.

    If another window changes the draft at the same time, the action is applied again to the new state.
    """
    shown = open_shown_site(organization_id, site_id, sent.get("base", ""))
    for _ in range(MAX_TRIES):
        stored = find_draft(organization_id, site_id)
        draft = read_draft(stored) if stored else EditHistory(shown or read_site(organization_id, site_id))
        gesture = _build_gesture(draft, shown or draft.seen, act, sent)
        later = draft.add(gesture)
        if not gesture or (
            save_draft(stored, later, is_edited=True) if stored else begin_draft(organization_id, site_id, later)
        ):
            return is_other_draft_shown(stored)
    raise DraftError(gettext(CHANGED_SINCE))


def _build_gesture(draft: EditHistory, shown: SiteStructure, act: Act, sent: Sent) -> Gesture:
    """Compute the edits that one action makes to the draft, given the site `shown` on the page."""
    before = replay(draft.active, shown).structure
    after = act(before, sent)
    ensure_top_order(shown, after)
    return edits_between(before, after, sent.getlist("item"))


def is_sheet_unchanged(sent: Mapping[str, str]) -> bool:
    """True if all of a sheet's inputs were submitted as the page showed them."""
    drawn = _open_form_values(sent)
    was_conditioned = "yes" if drawn.get("condition") else "no"
    is_same = all(_normalize_line_ends(sent[name]) == drawn.get(name, "") for name in TYPED if name in sent)
    return is_same and sent.get("conditioned", was_conditioned) == was_conditioned


def resolve_conflicts(organization_id: str, site_id: str) -> Response:
    """Merge other people's changes into the draft, using the submitted choices.

    Choices are used only if the site and the draft are those that the page showed, and only while the API answers.
    """
    given = [(name, value) for name, value in request.form.items() if name.startswith(CHOICE) and value in SIDES]
    choices = {name.removeprefix(CHOICE): cast("Side", value) for name, value in given}
    desk = read_merged_draft(organization_id, site_id)
    asked = request.form.get("version", ""), request.form.get("draft_asked", "")
    is_current = not desk.live.stale and asked == (desk.version, draft_version(desk.draft))
    settled = merge_draft(desk, choices) if is_current and desk.questions else desk
    if desk.questions and not settled.questions:
        gone = f" {gettext(LOST, items=', '.join(settled.lost))}" if settled.lost else ""
        here = url_for("structure.show", organization_id=organization_id, site_id=site_id, _anchor="structure-board")
        return redirect_info(f"{gettext(SETTLED)}{gone}", here)
    if desk.live.stale:
        return render_board(desk, gettext(AWAY), BAD_GATEWAY)
    why, status = (UNANSWERED, INVALID) if is_current and desk.questions else (CHANGED_AGAIN, CONFLICT)
    return render_board(desk, gettext(why), status)
