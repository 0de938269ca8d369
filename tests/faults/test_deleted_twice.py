"""The form of a deletion that is sent twice: one call, and each page says what is so now."""

from tests.blueprints.link_pages import JOURNAL
from tests.faults import faults
from tests.faults.form import Form
from tests.faults.forms import FORMS
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import forget_changes
from tests.wire import Wire

DELETIONS = [
    "comment_forms.delete",
    "custom_fields.delete",
    "invites.delete",
    "share_links.delete",
    "sites.delete",
    "specs.delete",
    "sso.delete",
    "translations.delete",
]
TAKEN = faults.answer(205, b"")
"""The API accepts it, and deletes nothing."""


def twice(pages: Pages, form: Form) -> tuple[Page, Page]:
    """What the same page comes to that is sent once, and once more."""
    drawn = pages.get(str(form.page))
    first = pages.submit(form.action, dict(form.typed), press=form.press)
    pages.page = drawn
    return first, pages.submit(form.action, dict(form.typed), press=form.press)


@for_each("name", DELETIONS)
def test_the_second_one_sends_nothing(distant: Pages, wire: Wire, name: str) -> None:
    before = wire.seen.get("DELETE", 0)
    first, second = twice(distant, FORMS[name])
    assert wire.seen["DELETE"] == before + 1
    assert first.toasts[0].endswith("was deleted.")
    assert second.toasts[0].endswith("was already deleted.")


@for_each("name", DELETIONS)
def test_what_is_still_there_is_not_said_to_be_deleted(distant: Pages, wire: Wire, name: str) -> None:
    forget_changes(distant.app)
    wire.faults["DELETE"] = TAKEN
    first, second = twice(distant, FORMS[name])
    assert first.toasts[0].endswith("the change was accepted, but it is still there.")
    assert second.toasts[0].endswith("the change was accepted, but it is still there.")
    entry = distant.get(f"{JOURNAL}/1")
    assert entry.facts["Outcome"].startswith("Not in effect")
    assert "The change was accepted, but all is as before." in entry.facts["Outcome"]
