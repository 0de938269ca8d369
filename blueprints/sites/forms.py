"""The forms of the sites pages: what people fill in, and how it becomes what the API takes."""

from collections.abc import Callable, Mapping

from contract.publishing.sites import SiteCreate, SiteUpdate
from web.forms.dependents import Dependent
from web.forms.fields import Choice, Switch, TextInput
from web.forms.forms import ContractForm
from web.forms.none_or_text import NoneOrText
from web.forms.pickers import Picker, Spaces
from web.pages.visibility import MEANINGS, VISIBILITY

ADDRESS_FIELDS = {"basename", "proxy"}
"""Changing one moves the site to another address."""
VISIBILITY_CHANGES = "Changing this takes effect at once, for everyone."


class NewSiteForm(ContractForm):
    """What a new site starts with."""

    body = SiteCreate
    title = TextInput("Title", hint="What readers see at the top of every page. It can be changed later.")
    visibility = Choice("Who can read it", meanings=MEANINGS)
    spaces = Spaces("What it shows at first", hint="A site shows one or more spaces. More can be added later.")
    type = Choice("Type", drawn_as="select", hint="What the site can do depends on the plan of the organization.")


class EditSiteForm(ContractForm):
    """Everything that can be changed about a site itself."""

    body = SiteUpdate
    unique = ("basename",)
    parts: Mapping[str, tuple[str, ...]] = {
        "Name and address": ("title", "basename", "proxy"),
        "Readers": ("visibility", "agentsContext", "adaptiveContent"),
        "Where readers arrive": ("defaultSiteSection", "defaultSiteSpace"),
    }
    """The fields by the heading that they stand below."""
    title = TextInput("Title", hint="What readers see at the top of every page.")
    basename = TextInput(
        "Base name", hint="The part of the site's address that names it. Changing it changes all its addresses."
    )
    visibility = Choice("Who can read it", hint=VISIBILITY_CHANGES, meanings=MEANINGS)
    proxy = NoneOrText(
        "Custom path",
        none="Not under a path of another domain",
        some="Under this path of one of your domains",
        hint="Your own web server has to pass requests for that path on to the service.",
        shape="It looks like example.com/docs: a domain, a slash, and a path of letters, digits, _ and -.",
    )
    agentsContext = Choice(
        "AI agents",
        meanings={
            "included": ("Included", "Agents of the service may use the site's content."),
            "excluded": ("Excluded", "Agents of the service cannot reach the site."),
        },
    )
    adaptiveContent = Switch(
        "Adapt content to visitors",
        key="enabled",
        hint="Conditions on spaces and pages then decide, by what is known of a visitor, what is shown.",
    )
    defaultSiteSection = Picker("First section", of="section", hint="Where readers arrive.")
    defaultSiteSpace = Picker(
        "First space",
        of="site-space",
        hint="What readers see first; on a site with sections, in the first section.",
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
                told.append(f"Until now: {now[0]}. {now[1]} From then on: {then[0]}. {then[1]}")
        if changes.keys() & ADDRESS_FIELDS:
            told.append("The addresses of the site change, and links to the old ones may lead nowhere.")
        if changes.get("proxy"):
            told.append(f"Readers would come to https://{changes['proxy']}, once that address leads to the service.")
        return told

    def must_be_reviewed(self) -> bool:
        """Who can read a site, and where, is nothing to change by accident."""
        return bool(self.changes().keys() & {"visibility", *ADDRESS_FIELDS})
