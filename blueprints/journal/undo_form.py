"""The form of the page that undoes a change: what the page showed travels in it."""

import hashlib
import json
from typing import Any

from wtforms import HiddenField

from changes.undo import UndoPreview
from web.forms import snapshot
from web.forms.forms import CONFLICT, PageForm
from web.forms.snapshot import Snapshot

DIFFERENT = "Something was changed after this page was opened, so nothing was undone. The page shows what there is now."


class UndoForm(PageForm):
    """`shown` is what the page showed, sealed; the button of a message shows nothing, and sends nothing of it."""

    shown = HiddenField()

    def __init__(self, found: UndoPreview) -> None:
        """`found` is what undoing would do at this moment."""
        super().__init__()
        sent, now = str(self.shown.data or ""), {"shown": _digest(found)}
        opened = snapshot.open_sealed(sent) if sent else None
        self.is_of_page = bool(sent)
        self.is_different = self.is_of_page and found.possible and (opened is None or opened.values != now)
        self.shown.data = snapshot.seal(Snapshot(now))

    def check(self) -> None:
        """Nobody agrees to what the page did not show."""
        if self.is_different:
            self.problems.append(DIFFERENT)

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - WTForms
        """Check the CSRF token and that it is as the page showed it. Sets `status`."""
        super().validate(extra_validators)
        self.status = CONFLICT if self.is_different else self.status
        return not self.is_different and not self.problems


def _digest(found: UndoPreview) -> str:
    """Of all that the page shows of it."""
    takes = [] if found.takes is None else [found.takes.ids, found.takes.sent, found.takes.was]
    facts = [found.entry.number, found.back, found.touched, found.lost, found.done, found.told, takes]
    return hashlib.sha256(json.dumps(facts, default=str, sort_keys=True).encode()).hexdigest()
