"""The form of the structure page that names something: another space of the site."""

from collections.abc import Mapping

from i18n import N_, gettext
from masthead.client import Problem, TokenRefused
from masthead.lookup import find_space_title
from masthead.store.drafts.drafts import DRAWN_FROM
from masthead.structure.actions import DraftError
from masthead.structure.tree import SiteStructure
from masthead.web.directory.entries import titles_of
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import PageForm
from masthead.web.forms.pickers import Picker, verify_named
from masthead.web.forms.snapshot import open_snapshot
from masthead.web.person.portal import api

TYPED = ("title", "icon", "path", "condition", "space", "space-other")
"""The inputs of the sheets that hold a text."""


class SpacePicker(Picker):
    """One space; there is none yet to leave as it is."""

    nothing = N_("Choose a space")


class NewSpaceForm(PageForm):
    """A space out of those that the person has come across, or by its id or address."""

    space = SpacePicker(N_("Space"), of="space")


class SheetWords(PageForm):
    """How drafts name what was typed into the sheets."""

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
    """How drafts name what was typed into the review."""

    reason = TextInput(N_("Reason (optional, shown in the journal)"))


def is_as_shown(sent: Mapping[str, str]) -> bool:
    """Whether somebody sent a sheet with all of its inputs as the page showed them."""
    drawn = open_snapshot(sent.get(DRAWN_FROM, ""))
    shown = drawn.values if drawn else {}
    was_conditioned = "yes" if shown.get("condition") else "no"
    texts = ((sent[name].replace("\r\n", "\n"), shown.get(name, "")) for name in TYPED if name in sent)
    return all(typed == was for typed, was in texts) and sent.get("conditioned", was_conditioned) == was_conditioned


def new_space_form(organization_id: str, now: SiteStructure | None = None) -> NewSpaceForm:
    """The form, with what the person has seen of this organization, and what is on the site `now`."""
    form = NewSpaceForm()
    form.space.look_in(organization_id)
    form.space.taken = [each.space for each in now.spaces.values() if each.space] if now else []
    form.space.why_taken = gettext("Already on this site")
    return form


def space_to_add(organization_id: str) -> tuple[str, str]:
    """The id and the title of the space that was chosen, or named and shown to be there. Raises DraftError."""
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
    except Problem:  # the title is for the draft alone: the space is added without it
        return gettext("Space %(space)s", space=space)
