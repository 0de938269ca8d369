"""Labels for input saved in form drafts, and for the calls that arrange a site, as the journal shows them."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import url_for

from contract.publishing import section_groups, site_spaces
from masthead.i18n import N_, gettext, join_and
from masthead.store.entries import Entry
from masthead.web.directory.entries import find_object_titles
from masthead.web.forms.consequences import Consequence, serious_consequence
from masthead.web.forms.fields import Choice, TextInput, WireField
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.forms.pickers import Picker
from masthead.web.places import RecordedChange

KINDS = {"site-space": "site-space", "site-section": "section", "site-section-group": "section-group"}
"""Kinds of neighbours by the contract's type."""


NEW_PATH = N_("The address of this space changes with its path. Links to the old address may stop working.")


class _SpacePicker(Picker):
    nothing = N_("Choose a space")


class NewSpaceForm(PageForm):
    """Selects a space that the person has seen, or any by id or URL."""

    space = _SpacePicker(N_("Space"), of="space")


class SheetWords(NewSpaceForm):
    """Labels for the sheets' inputs in saved form drafts."""

    title = TextInput(N_("Title"))
    icon = TextInput(N_("Icon"))
    path = TextInput(N_("Path"))
    conditioned = Choice(
        N_("Visible to"),
        meanings={"no": (N_("Every reader of its section or site"),), "yes": (N_("Visitors who meet a condition"),)},
    )
    condition = TextInput(N_("Condition"))


class ReviewWords(PageForm):
    """Labels for the review's inputs in saved form drafts."""

    reason = TextInput(N_("Reason (optional, shown with the change)"))


class Position(WireField):
    """Describes an item's position by the titles of its neighbours; without any, it is at the end.

    The words are "above" and "below", since phones show the labels "Before" and "After" of the change right in front.
    """

    def display_value(self, value: Any) -> str:  # noqa: ANN401 - JSON
        """Return `below Products`, or `between Products and Releases` if both are known."""
        beside = {side: _neighbour_title(neighbour) for side, neighbour in (value or {}).items()}
        if len(beside) > 1:
            return gettext("between %(after)s and %(before)s", **beside)
        if "after" in beside:
            return gettext("below %(after)s", **beside)
        return gettext("above %(before)s", **beside) if beside else gettext("at the end")


class _Sections(WireField):
    def display_value(self, value: Any) -> str:  # noqa: ANN401 - JSON
        """Join the sections' titles into one phrase."""
        return join_and(find_object_titles("section", None, value)) if value else super().display_value(None)


class _SpaceMoved(ContractForm):
    body = site_spaces.SiteSpaceMove
    position = Position(N_("Position"))
    section = Picker(N_("Section"), of="section")

    @property
    def body_fields(self) -> list[WireField]:
        """Return the body's fields, and also the section, which isn't sent."""
        return self.wire_fields


class _SpacePath(ContractForm):
    body = site_spaces.SiteSpaceUpdate
    path = TextInput(N_("Path"))

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn about immediate effects on readers, as the space's sheet does."""
        return [serious_consequence(gettext(NEW_PATH))] if "path" in self.changes() else []


class _GroupMoved(ContractForm):
    body = section_groups.SiteSectionGroupMove
    position = Position(N_("Position"))


class _SpaceAdded(ContractForm):
    body = site_spaces.SiteSpaceAdd
    spaceId = Picker(N_("Space"), of="space")
    sectionId = Picker(N_("Section"), of="section")


class _SectionAdded(ContractForm):
    body = section_groups.SiteSectionGroupAdd
    sectionId = Picker(N_("Section"), of="section")


class _GroupSettings(ContractForm):
    body = section_groups.SiteSectionGroupCreate
    title = TextInput(N_("Title"))
    icon = TextInput(N_("Icon"))
    sections = _Sections(N_("Sections"))


def _neighbour_title(neighbour: Mapping[str, str]) -> str:
    id_ = neighbour.get("siteSpace") or neighbour.get("id", "")
    return find_object_titles(KINDS.get(neighbour.get("type", "")), None, [id_])[0]


def _structure_url(entry: Entry) -> str:
    return url_for("structure.show", organization_id=entry.intent.ids[0], site_id=entry.intent.ids[1])


CHANGES = {
    site_spaces.MOVE_SITE_SPACE.name: RecordedChange(_structure_url, (_SpaceMoved,), unsent={"position": {}}),
    section_groups.MOVE_SECTION_GROUP.name: RecordedChange(_structure_url, (_GroupMoved,), unsent={"position": {}}),
    site_spaces.UPDATE_SITE_SPACE.name: RecordedChange(_structure_url, (_SpacePath,), sends="path"),
    site_spaces.ADD_SITE_SPACE.name: RecordedChange(_structure_url, (_SpaceAdded,)),
    site_spaces.REMOVE_SITE_SPACE.name: RecordedChange(_structure_url, (_SpaceAdded,)),
    section_groups.ADD_SECTION.name: RecordedChange(_structure_url, (_SectionAdded,)),
    section_groups.REMOVE_SECTION.name: RecordedChange(_structure_url),
    section_groups.CREATE_SECTION_GROUP.name: RecordedChange(_structure_url, (_GroupSettings,)),
    section_groups.UPDATE_SECTION_GROUP.name: RecordedChange(_structure_url, (_GroupSettings,)),
    section_groups.DELETE_SECTION_GROUP.name: RecordedChange(_structure_url),
}
"""Rules for showing recorded changes, by the name of the endpoint."""
