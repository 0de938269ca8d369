"""What each button of the structure page makes of the draft."""

import json
from collections.abc import Callable, Mapping
from typing import cast

from werkzeug.datastructures import MultiDict

from changes.structure.drafting import (
    DraftError,
    Target,
    Where,
    add_space,
    arrange,
    edit_space,
    move,
    name_group,
    open_with,
    position_of,
    remove_group,
    remove_space,
    sort,
)
from changes.structure.fitting import containers
from changes.structure.tree import Structure

Sent = MultiDict[str, str]
PLACES = ("up", "down", "first", "last", "before", "after", "into", "position")
AT = "at-"
TORN = "The order could not be read, so nothing was changed. Reload the page and try again."


def _order(draft: Structure, sent: Sent) -> Structure:
    """All lines as a script sends them after a move."""
    try:
        order = json.loads(sent.get("order", ""))
    except (ValueError, RecursionError):
        raise DraftError(TORN) from None
    fits = isinstance(order, dict) and all(
        isinstance(line, list) and all(isinstance(item, str) for item in line) for line in order.values()
    )
    if not fits:
        raise DraftError(TORN)
    return arrange(draft, order)


def _positions(draft: Structure, sent: Sent) -> Structure:
    """Numbers beside the rows, as a page without scripts has them: what got another one goes there, in turn."""
    result = draft
    for line in containers(draft).values():
        wanted = {item: sent[f"{AT}{item}"].strip() for item in line if sent.get(f"{AT}{item}", "").strip()}
        others = {item: number for item, number in wanted.items() if number != str(line.index(item) + 1)}
        for number, item in sorted((position_of(number), item) for item, number in others.items()):
            result = move(result, [item], Target("position", str(number)))
    return result


def _move(draft: Structure, sent: Sent) -> Structure:
    where, _, to = sent.get("where", "").partition(" ")
    if where not in PLACES:
        raise DraftError("Choose where it shall go.")
    if where == "position":
        to = sent.get("position", "").strip()
    return move(draft, sent.getlist("item"), Target(cast("Where", where), to))


def _edit(draft: Structure, sent: Sent) -> Structure:
    item = sent.get("item", "")
    if item not in draft.spaces:
        return name_group(draft, item, sent.get("title", ""), sent.get("icon", ""))
    condition = sent.get("condition", "") if sent.get("conditioned") == "yes" else None
    return edit_space(draft, item, sent.get("path", ""), condition)


def _sort(draft: Structure, sent: Sent) -> Structure:
    """The button of a line says which one and by what: `section:ABC title`."""
    line, _, by = sent.get("item", "").rpartition(" ")
    return sort(draft, line, by)


def _remove(draft: Structure, sent: Sent) -> Structure:
    item = sent.get("item", "")
    return remove_group(draft, item) if item in draft.groups else remove_space(draft, item)


ACTS: Mapping[str, Callable[[Structure, Sent], Structure]] = {
    "order": _order,
    "positions": _positions,
    "move": _move,
    "edit": _edit,
    "remove": _remove,
    "sort": _sort,
    "open": lambda draft, sent: open_with(draft, sent.get("item", "")),
    "group": lambda draft, sent: name_group(draft, "", sent.get("title", ""), sent.get("icon", "")),
    "add": lambda draft, sent: add_space(draft, sent.get("space", ""), sent.get("title", ""), sent.get("section", "")),
}
"""By the `do` of the button."""
