"""Forms that create and edit sites, and filter the list."""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated

from flask import g
from pydantic import MISSING, Field
from wtforms import Form

from blueprints.sites.dependents import find_site_dependents
from contract.publishing.share_links import NAME_MAX
from contract.publishing.sites import GET_SITE, LIST_SITES, SiteCreate, SitesQuery, SiteUpdate
from contract.schema.endpoint import LIMIT_MAX
from masthead.client import CachedRead, Problem
from masthead.i18n import N_, gettext
from masthead.resources.publishing import SITE
from masthead.web.descriptions.labels import MEANINGS, UNKNOWN_READERS, VISIBILITY, translate_rows
from masthead.web.directory.share_links import BY_LINK
from masthead.web.forms.consequences import Consequence, serious_consequence, unread_consequence
from masthead.web.forms.field_types import Day, NullableText
from masthead.web.forms.fields import Choice, Switch, TextInput
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import Picker, Spaces
from masthead.web.forms.share_links import DUE_HINT, NAME_HINT, DueDate
from masthead.web.person.portal import api

ADDRESS_FIELDS = {"basename", "proxy"}
"""Fields that change the site's URL."""
VISIBILITY_CHANGES = N_("A change takes effect at once, for everybody.")


class AnySpace(Picker):
    nothing = N_("Any space")


class SitesFilter(Form):  # type: ignore[misc]  # WTForms has no types
    """Filters of the site list that need validation: the space."""

    space = AnySpace(N_("Contains the space"), of="space", id="filter-space")

    def active_filters(self, asked: Mapping[str, str]) -> dict[str, str]:
        """Return the filters that are set. An invalid space sets an error on its field and is ignored."""
        self.validate()
        found = {name: asked.get(name, "").strip() for name in ("title", "published")} | {"space": self.space.chosen}
        return {name: text for name, text in found.items() if text}


class NewSite(SiteCreate):
    link: Annotated[str, Field(max_length=NAME_MAX)] | MISSING = MISSING
    due: DueDate = None


class NewSiteForm(ContractForm):
    """A new site and, if readers need one, its first share link."""

    body = NewSite
    title = TextInput(
        N_("Title"),
        hint=N_("Readers see it at the top of every page. You can change it later."),
    )
    visibility = Choice(N_("Who can read it"), meanings=MEANINGS)
    link = TextInput(N_("Name of its first share link (optional)"), hint=NAME_HINT)
    due = Day(N_("Review by (optional)"), hint=DUE_HINT)
    spaces = Spaces(N_("Spaces"), hint=N_("A site shows one or more spaces. You can add more later."))
    type = Choice(N_("Type"), drawn_as="select", hint=N_("The organization's plan determines what the site can do."))

    def check(self) -> None:
        """Require a title and the visibility, which have no sensible default."""
        if not self.title.data and not self.title.errors:
            self.title.errors = [gettext("Title: enter one, so that readers and colleagues know the site.")]
        if not self.visibility.data and not self.visibility.errors:
            self.visibility.errors = [gettext("Who can read it: select who may read the site once it is published.")]
        if self.visibility.data != BY_LINK and (self.link.data or self.due.data):
            self.link.errors = [gettext("Only a site that people read by share link needs one. Empty both fields.")]
        elif self.due.data and not self.link.data:
            self.link.errors = [gettext("Enter a name for the share link, or empty its review date.")]
        self.due.ensure_not_past()

    def site_body(self) -> SiteCreate:
        """Return the validated request body, without the share link."""
        values = self.changes()
        return SiteCreate.model_validate({name: values[name] for name in SiteCreate.model_fields if name in values})


class EditSiteForm(ContractForm):
    body = SiteUpdate
    unique = ("basename",)
    parts: Mapping[str, tuple[str, ...]] = {
        N_("Name and address"): ("title", "basename", "proxy"),
        N_("Readers"): ("visibility", "agentsContext", "adaptiveContent"),
        N_("Home"): ("defaultSiteSection", "defaultSiteSpace"),
    }
    """Fields by the heading of their group."""
    title = TextInput(N_("Title"), hint=N_("Readers see it at the top of every page."))
    basename = TextInput(
        N_("Base name"), hint=N_("The site's part of its address. If you change it, all addresses of the site change.")
    )
    visibility = Choice(N_("Who can read it"), hint=VISIBILITY_CHANGES, meanings=MEANINGS)
    proxy = NullableText(
        N_("Custom path"),
        none=N_("No custom path"),
        some=N_("This path on one of your domains"),
        hint=N_("Your own web server has to forward requests for that path to the documentation service."),
        shape=N_("Enter a domain, a slash and a path of letters, digits, _ and -, such as example.com/docs."),
        clean=lambda typed: re.sub(r"^https?://", "", typed.strip(), flags=re.IGNORECASE).rstrip("/"),
    )
    agentsContext = Choice(
        N_("AI agents"),
        meanings={
            "included": (N_("Included"), N_("The documentation service's AI agents can use the site's content.")),
            "excluded": (N_("Excluded"), N_("The documentation service's AI agents can't use the site.")),
        },
    )
    adaptiveContent = Switch(
        N_("Adapt content to visitors"),
        key="enabled",
        hint=N_("Conditions on spaces and pages then decide what each visitor sees, based on their claims."),
    )
    defaultSiteSection = Picker(
        N_("Home section"),
        of="section",
        hint=N_("Readers see it first."),
        sets=SITE.settings.sets["defaultSiteSection"],
    )
    defaultSiteSpace = Picker(
        N_("Home space"),
        of="site-space",
        hint=N_("Readers see it first. On a site with sections, it belongs to the home section."),
    )

    def find_consequences(self) -> Iterable[Consequence]:
        changes = self.changes()
        told = []
        if "visibility" in changes:
            labels = translate_rows(VISIBILITY, 2)
            now, then = (labels.get(str(value)) for value in (self.now.get("visibility"), changes["visibility"]))
            told.append(
                gettext(
                    "Now: %(now)s. %(other_now)s After the change: %(then)s. %(other_then)s",
                    now=now[0],
                    other_now=now[1],
                    then=then[0],
                    other_then=then[1],
                )
                if now and then
                else gettext(UNKNOWN_READERS)
            )
        if changes.keys() & ADDRESS_FIELDS:
            told.append(gettext("The addresses of the site change. Links to the old addresses may stop working."))
        told += self._same_basename_warnings(changes.get("basename", "")) if self.ids else []
        if changes.get("proxy"):
            told.append(
                gettext(
                    "Readers go to https://%(change)s once that address leads to the documentation service.",
                    change=changes["proxy"],
                )
            )
        return [*(self._list_dependents() if told and self.ids else ()), *map(serious_consequence, told)]

    def _same_basename_warnings(self, basename: str) -> list[str]:
        """Return warnings about other sites with the same base name; empty if the list can't be read."""
        if not basename:
            return []
        (sites,) = api().gather(CachedRead(LIST_SITES, self.ids[:1], SitesQuery(limit=LIMIT_MAX)))
        listed = [] if isinstance(sites, Problem) else sites.value.items
        return [
            gettext(
                "%(site)s has the base name “%(name)s”. It may be refused for a second site.",
                site=each.title,
                name=basename,
            )
            for each in listed
            if each.basename == basename and each.id != self.ids[-1]
        ]

    def _list_dependents(self) -> Iterable[Consequence]:
        """List what depends on the site, with a warning if nobody will be able to read it."""
        (site,) = api().gather(CachedRead(GET_SITE, self.ids))
        if isinstance(site, Problem):
            return [unread_consequence(gettext("The site"), site)]
        return find_site_dependents(api(), g.organization, site.value, self.changes().get("visibility", ""))
