"""The forms of the sites pages: what people fill in, and how it becomes what the API takes."""

from collections.abc import Callable, Mapping

from wtforms import Form

from contract.publishing.sites import SiteCreate, SiteUpdate
from i18n import N_
from web.forms.dependents import Dependent
from web.forms.fields import Choice, Switch, TextInput
from web.forms.forms import ContractForm
from web.forms.none_or_text import NoneOrText
from web.forms.pickers import Picker, Spaces
from web.pages.visibility import MEANINGS, VISIBILITY

ADDRESS_FIELDS = {"basename", "proxy"}
"""Changing one moves the site to another address."""
VISIBILITY_CHANGES = "A change takes effect at once, for everybody."


class AnySpace(Picker):
    """One space, or none that narrows the list."""

    nothing = N_("Any space")


class SitesFilter(Form):  # type: ignore[misc]  # WTForms has no types
    """What narrows the list of sites by something that is picked."""

    space = AnySpace(N_("Contains the space"), of="space", id="filter-space")

    def given(self, asked: Mapping[str, str]) -> dict[str, str]:
        """The filters that say something; what names no space is an error at its field, and narrows nothing."""
        self.validate()
        found = {name: asked.get(name, "").strip() for name in ("title", "published")} | {"space": self.space.chosen}
        return {name: text for name, text in found.items() if text}


class NewSiteForm(ContractForm):
    """What a new site starts with."""

    body = SiteCreate
    title = TextInput("Title", hint="Readers see it at the top of every page. You can change it later.")
    visibility = Choice("Who can read it", meanings=MEANINGS)
    spaces = Spaces("Spaces", hint="A site shows one or more spaces. You can add more later.")
    type = Choice("Type", drawn_as="select", hint="The organization's plan determines what the site can do.")


class EditSiteForm(ContractForm):
    """Everything that can be changed about a site itself."""

    body = SiteUpdate
    unique = ("basename",)
    parts: Mapping[str, tuple[str, ...]] = {
        "Name and address": ("title", "basename", "proxy"),
        "Readers": ("visibility", "agentsContext", "adaptiveContent"),
        "Home": ("defaultSiteSection", "defaultSiteSpace"),
    }
    """The fields by the heading that they stand below."""
    title = TextInput("Title", hint="Readers see it at the top of every page.")
    basename = TextInput(
        "Base name", hint="The site's part of its address. If you change it, all addresses of the site change."
    )
    visibility = Choice("Who can read it", hint=VISIBILITY_CHANGES, meanings=MEANINGS)
    proxy = NoneOrText(
        "Custom path",
        none="No custom path",
        some="This path on one of your domains",
        hint="Your own web server has to forward requests for that path to the documentation service.",
        shape="Enter a domain, a slash and a path of letters, digits, _ and -, such as example.com/docs.",
    )
    agentsContext = Choice(
        "AI agents",
        meanings={
            "included": ("Included", "The documentation service's AI agents can use the site's content."),
            "excluded": ("Excluded", "The documentation service's AI agents can't use the site."),
        },
    )
    adaptiveContent = Switch(
        "Adapt content to visitors",
        key="enabled",
        hint="Conditions on spaces and pages then decide what each visitor sees, based on what is known of "
        "the visitor.",
    )
    defaultSiteSection = Picker("Home section", of="section", hint="Readers see it first.")
    defaultSiteSpace = Picker(
        "Home space",
        of="site-space",
        hint="Readers see it first. On a site with sections, it belongs to the home section.",
    )

    look: Callable[[], list[Dependent]] | None = None  # the page's, who knows the site

    def dependents(self) -> list[Dependent]:
        """What readers reach the site by, where that changes."""
        return self.look() if self.look and self.must_be_reviewed() else []

    def risks(self) -> list[str]:
        """What readers notice at once."""
        changes = self.changes()
        told = []
        if "visibility" in changes:
            now, then = (VISIBILITY.get(str(value)) for value in (self.now.get("visibility"), changes["visibility"]))
            if now and then:
                told.append(f"Now: {now[0]}. {now[1]} After the change: {then[0]}. {then[1]}")
        if changes.keys() & ADDRESS_FIELDS:
            told.append("The addresses of the site change. Links to the old addresses may stop working.")
        if changes.get("proxy"):
            told.append(
                f"Readers go to https://{changes['proxy']} once that address leads to the documentation service."
            )
        return told

    def must_be_reviewed(self) -> bool:
        """Who can read a site, and where, is nothing to change by accident."""
        return bool(self.changes().keys() & {"visibility", *ADDRESS_FIELDS})
