"""Forms of the structure page: a picker for a new space, and labels for typed values."""

from collections.abc import Mapping

from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.lookup import find_space_title
from masthead.store.drafts.drafts import DRAWN_FROM
from masthead.structure.actions import DraftError
from masthead.structure.tree import SiteStructure
from masthead.web.directory.entries import titles_of
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import PageForm
from masthead.web.forms.merge import open_snapshot
from masthead.web.forms.pickers import Picker, verify_named
from masthead.web.person.portal import api

TYPED = ("title", "icon", "path", "condition", "space", "space-other")
"""Text inputs of the sheets."""


class SpacePicker(Picker):
    """Picks one space; there is no current one to keep."""

    nothing = N_("Choose a space")


class NewSpaceForm(PageForm):
    """Picks a space that the person has seen, or one by id or URL."""

    space = SpacePicker(N_("Space"), of="space")


class SheetWords(PageForm):
    """Labels of the sheets' inputs for saved form drafts."""

    space = SpacePicker(N_("Space"), of="space")
    title = TextInput(N_("Title"))
    icon = TextInput(N_("Icon"))
    path = TextInput(N_("Path"))
    conditioned = Choice(
        N_("Visible to"),
        meanings={"no": (N_("Every reader of its section or site"),), "yes": (N_("Visitors who meet a condition"),)},
    )
    condition = TextInput(N_("Condition"))


class ReviewWords(PageForm):
    """Labels of the review's inputs for saved form drafts."""

    reason = TextInput(N_("Reason (optional, shown in the journal)"))


def is_as_shown(sent: Mapping[str, str]) -> bool:
    """True if all inputs of a sheet were sent as the page showed them."""
    drawn = open_snapshot(sent.get(DRAWN_FROM, ""))
    shown = drawn.values if drawn else {}
    was_conditioned = "yes" if shown.get("condition") else "no"
    texts = ((sent[name].replace("\r\n", "\n"), shown.get(name, "")) for name in TYPED if name in sent)
    return all(typed == was for typed, was in texts) and sent.get("conditioned", was_conditioned) == was_conditioned


def new_space_form(organization_id: str, now: SiteStructure | None = None) -> NewSpaceForm:
    """Build the form with spaces that the person has seen, and those on the site disabled."""
    form = NewSpaceForm()
    form.space.look_in(organization_id)
    form.space.taken = [each.space for each in now.spaces.values() if each.space] if now else []
    form.space.why_taken = gettext("Already on this site")
    return form


def space_to_add(organization_id: str) -> tuple[str, str]:
    """Return the id and title of the chosen space, if it exists. Raises DraftError."""
    form = new_space_form(organization_id)
    if not form.space.chosen and not form.space.wrong:
        raise DraftError(gettext("Choose a space to add, or enter its id or address."))
    if not form.validate() or not verify_named(form, organization_id):
        raise DraftError(" ".join([*form.space.errors, *map(str, form.problems)]))
    return form.space.chosen, _title(organization_id, form.space.chosen)


def _title(organization_id: str, space: str) -> str:
    (title,) = titles_of("space", organization_id, [space])
    if title != space:
        return title
    try:
        return find_space_title(api(), organization_id, space) or gettext("Space %(space)s", space=space)
    except TokenRefused:
        raise
    except Problem:  # only the draft shows the title; adding works without
        return gettext("Space %(space)s", space=space)
