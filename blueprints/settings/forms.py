"""Forms for the organization's settings, one for each section of the page. Each sends part of the same request body."""

import re
from collections.abc import Iterable

from contract.organization.organizations import OrganizationUpdate
from masthead.i18n import N_, gettext, join_and
from masthead.web.forms.consequences import Consequence, serious_consequence
from masthead.web.forms.field_types import OPEN_TO_ALL, NullableText, WordList, clean_domain, domain_problem
from masthead.web.forms.fields import Agreement, RoleChoice, Switch, TextInput, TypedWord
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.pickers import SiteContent
from masthead.web.people.roles import GUEST

UNDERSTOOD = N_("I understand")
# The contract has no pattern for this hostname. The pattern of subdomains probably applies, so only warn.
USUAL_HOSTNAME = re.compile(r"[a-z0-9][a-z0-9-]*[a-z0-9]")


class SettingsForm(ContractForm):
    body = OrganizationUpdate
    heading = ""

    def require_title(self, confirm: TypedWord, why: str) -> None:
        """Require the person to type the organization's title. `why` is the reason, as a sentence."""
        title = self.now["title"]
        if confirm.data.split() != title.split():
            confirm.errors = [
                gettext("%(why)s Type the organization's name, “%(title)s”, to confirm.", why=why, title=title)
            ]


LOGO_ADDRESS = "logo address"
"""Key of the logo's current URL, which changes whenever another address is sent; the API doesn't report that one."""


class ProfileForm(SettingsForm):
    heading = N_("Profile")
    unique = ("hostname",)
    title = TextInput(N_("Name"), hint=N_("Shown to everyone in the organization."))
    hostname = TextInput(
        N_("Default hostname"),
        hint=N_(
            "Part of the address of all public content without a custom domain. Changing it changes those addresses."
        ),
        clean=lambda typed: typed.strip().lower(),
    )
    logo = NullableText(
        N_("Logo"),
        keep=N_("Keep the current logo"),
        none=N_("No logo"),
        some=N_("Use the image at this address"),
        shape=N_("Enter an address that starts with https:// and leads to an image."),
        witness=LOGO_ADDRESS,
        unreported_noun="picture",
    )

    def find_consequences(self) -> Iterable[Consequence]:
        if "hostname" in self.changes():
            yield serious_consequence(
                gettext(
                    "Published addresses with the old hostname change. Links to the old addresses may stop working."
                )
            )
        yield from super().find_consequences()

    def advice(self) -> list[str]:
        hostname, typed = self.changes().get("hostname", ""), "".join(self.hostname.raw_data or ()).strip()
        told = []
        if hostname and hostname != typed:
            told.append(
                gettext(
                    "Hostnames have no capital letters: “%(typed)s” becomes “%(hostname)s”.",
                    typed=typed,
                    hostname=hostname,
                )
            )
        if hostname and not USUAL_HOSTNAME.fullmatch(hostname):
            told.append(
                gettext(
                    "A hostname usually has only letters from a to z, digits, and hyphens between them. This one "
                    "may be refused."
                )
            )
        return told


class AccessForm(SettingsForm):
    heading = N_("Access")
    emailDomains = WordList(
        N_("E-mail domains"),
        hint=N_(
            "People who sign in with an e-mail address at one of these domains join the organization. Enter "
            "one domain on each line, or separate them with commas."
        ),
        clean=clean_domain,
    )
    understood = TypedWord(
        N_("Type “I understand”"),
        hint=N_("Anyone can create an address with a public e-mail provider and then join the organization."),
    )
    sure = Agreement(N_("Add domains that already belong to another organization"))
    defaultRole = RoleChoice(
        N_("Role of new members"),
        hint=N_("The role that people get when they join by e-mail domain or single sign-on."),
        null=GUEST,
    )
    inviteLinks = Switch(
        N_("Invite links"),
        hint=N_("Members can invite others with a link. Existing links may go on working when this is off."),
    )
    admin_confirm = TypedWord(N_("Organization's name"))
    consents = ("understood", "sure", "admin_confirm")
    not_looked_up: tuple[str, ...] = ()

    def check(self) -> None:
        self.emailDomains.errors = [problem for problem in map(domain_problem, self.emailDomains.data) if problem]
        public = [domain for domain in self.added_domains() if domain in OPEN_TO_ALL]
        if public and self.understood.data.split() != gettext(UNDERSTOOD).split():
            named = " and ".join(f"“{domain}”" for domain in public)
            self.understood.errors = [
                gettext(
                    "Anyone can get an address at %(named)s. Type “%(understood)s”, or remove this domain.",
                    named=named,
                    understood=gettext(UNDERSTOOD),
                )
            ]
        if self.changes().get("defaultRole") == "admin":
            self.require_title(self.admin_confirm, gettext("Everyone who joins would become an administrator."))

    def find_consequences(self) -> Iterable[Consequence]:
        changes = self.changes()
        if changes.get("defaultRole") == "admin":
            yield serious_consequence(
                gettext("From then on, everyone who joins can change and delete everything in the organization.")
            )
        left = changes.get("emailDomains", self.now.get("emailDomains", []))
        if gone := [domain for domain in self.now.get("emailDomains", []) if domain not in left]:
            yield serious_consequence(
                gettext(
                    "People with an address at %(gone)s no longer join. This may include you.your address.",
                    gone=join_and(gone),
                )
            )
        if gone and not left:
            yield serious_consequence(
                gettext("No e-mail domain is left, so nobody joins with an e-mail address any more.")
            )
        if changes.get("inviteLinks") is False:
            yield serious_consequence(
                gettext("Members can no longer invite people with a link. Existing invite links stop working.")
            )

    def advice(self) -> list[str]:
        domains = ", ".join(self.not_looked_up)
        return (
            [gettext("Masthead couldn't check whether another organization has %(domains)s.", domains=domains)]
            if domains
            else []
        )

    def added_domains(self) -> list[str]:
        known = {*self.three_way.seen.values.get("emailDomains", []), *self.now.get("emailDomains", [])}
        return [domain for domain in self.emailDomains.data if domain not in known]

    def require_checkbox(self, why: str) -> None:
        self.sure.errors = [*self.sure.errors, why]


class ContentForm(SettingsForm):
    heading = N_("Content")
    defaultContent = SiteContent(N_("Landing content"), hint=N_("The content that members see first."))
    unproved = ""

    def advice(self) -> list[str]:
        return [self.unproved] if self.unproved else []


class IntelligenceForm(SettingsForm):
    heading = N_("AI")
    ai = Switch(N_("AI features"), hint=N_("Applies to all sites and spaces of the organization."))


SECTIONS: dict[str, type[SettingsForm]] = {
    "profile": ProfileForm,
    "access": AccessForm,
    "content": ContentForm,
    "ai": IntelligenceForm,
}
