"""Applies buttons of the structure page to the draft, even if the page is outdated."""

import json
from collections.abc import Callable, Mapping
from typing import cast

from flask import request
from werkzeug.datastructures import MultiDict

from blueprints.structure.draft import begin_draft, read_site, save_draft, site_shown
from blueprints.structure.notes import audience_label
from masthead.conditions import UNKNOWN_CLAIMS, lint_condition
from masthead.i18n import N_, gettext
from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.structure.actions import (
    DraftError,
    MoveTarget,
    Where,
    add_space,
    check_top,
    edit_space,
    move_items,
    name_group,
    open_with,
    position_of,
    rearrange,
    remove_group,
    remove_space,
    sort,
)
from masthead.structure.draft import EditHistory, read_draft, replay
from masthead.structure.edits import Gesture, edits_between
from masthead.structure.tree import SiteStructure, containers, titles_in
from masthead.web.submit.structure_drafts import draft_version, find_draft

Sent = MultiDict[str, str]
PLACES = ("up", "down", "first", "last", "before", "after", "into", "position")
AT = "at-"
NO_CONDITION = N_("Enter the condition, or select “%(everyone)s”.")
UNUSED_CONDITION = N_("Select “Visitors who meet a condition” to use the condition that you entered, or clear it.")
SHOWN_AGAIN = N_("Your draft changed in another window. Your last change was kept.")
FAILED_ON_OTHER = N_("Your draft changed since you opened this page.")
CHECK = N_("Your draft changed since you opened the structure. Check the changes before you apply them.")
CHANGED_SINCE = N_("Somebody else changed this since you opened it. Check the structure and try again.")
REMOVED_IN_DRAFT = N_("Your draft removes this from the site.")
MAX_TRIES = 10
TORN = N_("Masthead couldn't read the order, so nothing was changed. Reload the page and try again.")


def _place(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Move dragged or carried rows behind the first of `after` in the line, or first."""
    key = sent.get("line", "")
    line = containers(draft).get(key, [])
    after = next((item for item in sent.getlist("after") if item in line), "")
    target = MoveTarget("after", after) if after else MoveTarget("into", key, "1")
    return move_items(draft, sent.getlist("item"), target)


def _lines(text: str) -> dict[str, list[str]]:
    try:
        order = json.loads(text)
    except (ValueError, RecursionError):
        raise DraftError(gettext(TORN)) from None
    fits = isinstance(order, dict) and all(
        isinstance(line, list) and all(isinstance(item, str) for item in line) for line in order.values()
    )
    if not fits:
        raise DraftError(gettext(TORN))
    items = [item for line in order.values() for item in line]
    if len(items) > len(set(items)):
        raise DraftError(gettext("An entry is in the order twice. Nothing was changed."))
    return cast("dict[str, list[str]]", order)


def _positions(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Move rows to the numbers typed beside them, on a page without scripts."""
    before = _lines(sent["lines"]) if "lines" in sent else containers(draft)
    after = {key: list(line) for key, line in before.items()}
    items = []
    for key, line in before.items():
        wanted = {item: sent[f"{AT}{item}"].strip() for item in line if sent.get(f"{AT}{item}", "").strip()}
        others = {item: number for item, number in wanted.items() if number != str(line.index(item) + 1)}
        for number, item in sorted((position_of(number), item) for item, number in others.items()):
            after[key].remove(item)
            after[key].insert(number - 1, item)
            items.append(item)
    sent.setlist("item", items)  # like a script that names the moved items
    return rearrange(draft, before, after, items)


def _move(draft: SiteStructure, sent: Sent) -> SiteStructure:
    where, _, to = sent.get("where", "").partition(" ")
    if where not in PLACES:
        raise DraftError(gettext("Choose where to move it."))
    position = sent.get("position", "").strip()
    if where == "position":
        to = position
    if where == "into":
        to = to or sent.get("to", "")
    return move_items(draft, sent.getlist("item"), MoveTarget(cast("Where", where), to, position))


def _edit(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Apply the inputs that were changed in the sheet; the draft may be newer in others."""
    item = sent.get("item", "")
    if group := draft.groups.get(item):
        return name_group(draft, item, _typed(sent, "title", group.title), _typed(sent, "icon", group.icon or ""))
    if space := draft.spaces.get(item):
        typed = _condition(sent, audience_label(draft))
        is_same = "was_condition" in sent and typed == _lines_of(sent["was_condition"])
        condition = space.condition if is_same else _checked(typed)
        return edit_space(draft, item, _typed(sent, "path", space.path), condition)
    raise DraftError(
        gettext("This group is no longer on the site.")
        if "was_title" in sent
        else gettext("This space is no longer on the site.")
    )


def _condition(sent: Sent, everyone: str) -> str:
    """Return the typed condition; empty for every reader.

    A page without scripts lets people type a condition and select every reader, which is refused.
    """
    typed = _lines_of(sent.get("condition", ""))
    if sent.get("conditioned") == "yes":
        if not typed.strip():
            raise DraftError(gettext(NO_CONDITION, everyone=everyone))
        return typed
    if typed.strip() and typed != _lines_of(sent.get("was_condition", typed)):
        raise DraftError(gettext(UNUSED_CONDITION))
    return ""


def _checked(condition: str) -> str:
    """Refuse a condition that is broken in any language; the review reports the rest."""
    broken = [
        finding.sentence for finding in lint_condition(condition, UNKNOWN_CLAIMS).findings if finding.code == "broken"
    ]
    if condition and broken:
        raise DraftError(" ".join(broken))
    return condition


def _lines_of(text: str) -> str:
    """Convert the CRLF line ends of forms to those of the stored text."""
    return text.replace("\r\n", "\n")


def _typed(sent: Sent, name: str, now: str) -> str:
    typed = sent.get(name, "")
    return now if typed == sent.get(f"was_{name}") else typed


def _sort(draft: SiteStructure, sent: Sent) -> SiteStructure:
    """Sort the line that the button names, as in `section:ABC title`."""
    line, _, by = sent.get("item", "").rpartition(" ")
    return sort(draft, line, by)


def _remove(draft: SiteStructure, sent: Sent) -> SiteStructure:
    item = sent.get("item", "")
    is_group = item in draft.groups or "was_title" in sent
    return remove_group(draft, item) if is_group else remove_space(draft, item)


ACTS: Mapping[str, Callable[[SiteStructure, Sent], SiteStructure]] = {
    "place": _place,
    "positions": _positions,
    "move": _move,
    "edit": _edit,
    "remove": _remove,
    "sort": _sort,
    "open": lambda draft, sent: open_with(draft, sent.get("item", "")),
    "group": lambda draft, sent: name_group(draft, "", sent.get("title", ""), sent.get("icon", "")),
    "add": lambda draft, sent: add_space(draft, sent.get("space", ""), sent.get("title", ""), sent.get("section", "")),
}
"""Actions by the button's `do`."""


def is_of_other_draft(organization_id: str, site_id: str) -> bool:
    """True if the page shows another draft than the stored one.

    False if it doesn't say what it shows.
    """
    return _shown() is not None and shows_other(find_draft(organization_id, site_id))


def shows_other(draft: StoredDraft | None) -> bool:
    """True if the page shows another draft than `draft`; False if it doesn't say."""
    return _shown() not in {None, draft_version(draft)}


def _shown() -> str | None:
    """Return the draft version that the page shows; a review never shows another draft."""
    return request.values.get("draft_reviewed", request.values.get("draft_shown"))


Act = Callable[[SiteStructure, Sent], SiteStructure]


def do_on_page(organization_id: str, site_id: str, act: Act, sent: Sent) -> bool:
    """Add an action to the draft; True if the page shows another draft. Raises DraftError.

    If another window changes the draft meanwhile, apply the action again to the new state.
    """
    shown = site_shown(organization_id, site_id, sent.get("base", ""))
    for _ in range(MAX_TRIES):
        stored = find_draft(organization_id, site_id)
        draft = read_draft(stored) if stored else EditHistory(shown or read_site(organization_id, site_id))
        gesture = _gesture(draft, shown or draft.seen, act, sent)
        later = draft.add(gesture)
        if not gesture or (save_draft(stored, later) if stored else begin_draft(organization_id, site_id, later)):
            return shows_other(stored)
    raise DraftError(gettext(CHANGED_SINCE))


def _gesture(draft: EditHistory, shown: SiteStructure, act: Act, sent: Sent) -> Gesture:
    """Compute the edits of one action on the draft, with the site `shown` on the page."""
    before = replay(draft.active, shown).structure
    try:
        after = act(before, sent)
        check_top(shown, after)
    except DraftError as failure:
        removed = titles_in(shown).keys() - titles_in(before).keys()
        if removed.intersection(sent.getlist("item")):
            raise DraftError(gettext(REMOVED_IN_DRAFT)) from failure
        raise
    return edits_between(before, after, sent.getlist("item"))
