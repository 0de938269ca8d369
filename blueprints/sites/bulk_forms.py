"""Forms that change one setting of several sites. They carry the selection, sealed as it was shown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from flask import g, request, url_for

from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.sites import UPDATE_SITE, SiteUpdate
from contract.schema.fields import value_or_none
from contract.schema.limits import limits
from contract.schema.listing import LIMIT_MAX, ListQuery
from masthead.client import Problem, Read
from masthead.i18n import N_, gettext, ngettext
from masthead.store.entries import Subject
from masthead.web.descriptions.visibility import MEANINGS, access_change_message, is_more_open
from masthead.web.directory.share_links import BY_LINK, are_inactive
from masthead.web.forms.consequences import Check, Consequence, serious
from masthead.web.forms.fields import Choice, TypedName, label_in_sentence
from masthead.web.forms.forms import SealedForm
from masthead.web.person.portal import api
from masthead.web.submit.bulk_changes import BulkChangeForm
from masthead.web.submit.review import REVIEWED, step
from masthead.writes.send import Change

SEVERAL = 2
MAX_READ = 20
"""The most sites whose share links are read for one review."""
NOBODY_THEN = N_("Nobody can read these sites then, because no share link is active")
LINKS_UNREAD = N_("Masthead didn't read the share links of these sites. Without an active one, nobody can read a site")
STALE = N_("This page is out of date. Nothing was saved. Select the sites again.")
AGENTS = {
    "included": (N_("Included"), N_("The documentation service's AI agents can use the content of these sites.")),
    "excluded": (N_("Excluded"), N_("The documentation service's AI agents can't use these sites.")),
}


class ChosenSites(NamedTuple):
    """A selected site. `now` is its value of the setting when it was selected."""

    id: str
    title: str
    now: str


class BulkForm(SealedForm, BulkChangeForm):
    """Sets one setting of several sites. Subclasses define `setting` (the API's name), `name` and the field."""

    setting: ClassVar[str]
    name: ClassVar[str]
    confirm = TypedName(N_("Name"))

    def __init__(self, organization: str, sites: Sequence[ChosenSites] | None = None) -> None:
        """`organization` is the title to type. Without `sites`, they are taken from the form."""
        super().__init__(**({"formdata": None} if sites is not None else {}))
        self.choice.take(limits(SiteUpdate, self.setting))
        self.sites = list(self._carried() if sites is None else sites)
        self.seal_shown({self.setting: [site._asdict() for site in self.sites]})
        self.confirm.require_name(organization)

    def _carried(self) -> Sequence[ChosenSites]:
        shown = self.open_shown()
        if self.setting not in shown:
            self.problems.append(gettext(STALE))
            return []
        return [ChosenSites(**each) for each in shown[self.setting]]

    @property
    def choice(self) -> Choice:
        field: Choice = self[self.setting]
        return field

    @property
    def value(self) -> str:
        return str(self.choice.data or "")

    @property
    def changing(self) -> list[ChosenSites]:
        return [site for site in self.sites if site.now != self.value]

    @property
    def opening(self) -> list[ChosenSites]:
        return []

    def access_message(self, now: str) -> str:  # noqa: ARG002 - for the forms
        """A sentence on who gains or loses access to sites whose value is `now`; empty if nobody does."""
        return ""

    def display_value(self, value: str) -> str:
        return self.choice.meanings.get(value, (value,))[0]

    @property
    def title(self) -> str:
        count = len(self.changing)
        return ngettext(
            "%(name)s of %(n)s site: %(value)s",
            "%(name)s of %(n)s sites: %(value)s",
            count,
            name=gettext(self.name),
            value=self.display_value(self.value),
        )

    def must_confirm(self) -> bool:
        """True if several sites open to more people, so that the name must be typed."""
        return len(self.opening) >= SEVERAL

    def check(self) -> None:
        if self.value not in self.choice.meanings:
            self.choice.errors = [gettext("%(choice)s: select an option.", choice=self.choice.label.text)]
        elif not self.changing and not self.problems:
            self.problems.append(
                gettext("All of these sites already have this setting, so there is nothing to change.")
            )
        elif step() == REVIEWED and self.must_confirm():
            self.confirm.check()

    def changes(self, organization_id: str) -> list[Change[Any]]:
        body = SiteUpdate.model_validate({self.setting: self.value})
        label = self.display_value(self.value)
        return [
            Change(
                UPDATE_SITE,
                (organization_id, site.id),
                Subject("site", site.id, site.title),
                gettext(
                    "Change the site %(site)s: %(name)s, to %(label)s",
                    site=site.title,
                    name=label_in_sentence(gettext(self.name)),
                    label=label,
                ),
                body,
                was={self.setting: site.now},
            )
            for site in self.changing
        ]


class VisibilityForm(BulkForm):
    setting, name = "visibility", N_("Who can read it")
    visibility = Choice(N_("Who can read these sites"), meanings=MEANINGS)

    @property
    def title(self) -> str:
        count = len(self.changing)
        value = self.display_value(self.value)
        return ngettext("Who can read %(n)s site: %(value)s", "Who can read %(n)s sites: %(value)s", count, value=value)

    @property
    def opening(self) -> list[ChosenSites]:
        return [site for site in self.changing if is_more_open(site.now, self.value)]

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn of sites that nobody could read. Reads share links of up to MAX_READ sites for it."""
        if self.value != BY_LINK:
            return []
        asked, query = self.changing[:MAX_READ], ListQuery(limit=LIMIT_MAX)
        reads = (Read(LIST_SHARE_LINKS, (g.organization.id, site.id), query) for site in asked)
        closed, unread = [], list(self.changing[MAX_READ:])
        for site, links in zip(asked, api().gather(*reads), strict=True):
            if isinstance(links, Problem):
                unread.append(site)
            elif not value_or_none(links.next) and are_inactive(links.items):
                closed.append(site)
        return [
            *([serious(gettext(NOBODY_THEN), _links(closed))] if closed else []),
            *([Consequence(gettext(LINKS_UNREAD), Check.FAILED, _links(unread), is_affected=True)] if unread else []),
        ]

    def access_message(self, now: str) -> str:
        return access_change_message(now, self.value, sum(site.now == now for site in self.changing))


class AgentsForm(BulkForm):
    """Sets whether the documentation service's AI agents may use the sites."""

    setting, name = "agentsContext", N_("AI agents")
    agentsContext = Choice(N_("AI agents"), meanings=AGENTS)

    def access_message(self, now: str) -> str:  # noqa: ARG002 - it is the other value
        """A sentence on the access of AI agents. It doesn't depend on `now`."""
        if self.value == "included":
            return gettext("The documentation service's AI agents gain access. Nothing changes for anybody else.")
        return gettext("The documentation service's AI agents lose access. Nothing changes for anybody else.")


def _links(sites: Iterable[ChosenSites]) -> list[tuple[str, str]]:
    place = g.organization.id
    return [(each.title, url_for("share_links.index", organization_id=place, site_id=each.id)) for each in sites]


FORMS: Mapping[str, type[BulkForm]] = {form.setting: form for form in (VisibilityForm, AgentsForm)}
"""Forms by setting."""


def form_of_request(organization: str) -> BulkForm | None:
    """The submitted form; None if its setting is unknown."""
    kind = next((kind for setting, kind in FORMS.items() if request.form.get("setting") == setting), None)
    return None if kind is None else kind(organization)
