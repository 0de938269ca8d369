"""Checks settings with the API before they are saved: domains of other organizations, and the landing site."""

from blueprints.settings.forms import AccessForm, ContentForm, SettingsForm
from contract.organization.organizations import LIST_ORGANIZATIONS_OF_DOMAIN
from contract.publishing.sites import GET_SITE
from i18n import N_, gettext
from masthead.client import NotFound, Problem, Read
from masthead.web.forms.forms import INVALID
from masthead.web.person.portal import api

DOMAINS_ASKED = 20
NO_SITE = N_("This organization has no site with this id, or you don't have access to it.")


def check_change(form: SettingsForm, organization_id: str) -> bool:
    """Whether the change can be saved. Otherwise the form has the errors."""
    if isinstance(form, AccessForm):
        _check_domain_owners(form, organization_id)
    if isinstance(form, ContentForm):
        _check_landing_site(form, organization_id)
    return form.status != INVALID


def _check_domain_owners(form: AccessForm, organization_id: str) -> None:
    """Look up other organizations that have an added domain. If there is one, the form asks for confirmation."""
    added = form.added()
    domains = added[:DOMAINS_ASKED]
    answers = api().gather(*(Read(LIST_ORGANIZATIONS_OF_DOMAIN, (domain,)) for domain in domains))
    failed = []
    for domain, answer in zip(domains, answers, strict=True):
        if isinstance(answer, Problem):
            failed.append(domain)
            continue
        others = [each.title for each in answer.organizations if each.id != organization_id]
        if others and not form.sure.data:
            form.ask_sure(
                gettext("“%(domain)s” already belongs to %(others)s.", domain=domain, others=", ".join(others))
            )
    form.not_looked_up = (*failed, *added[DOMAINS_ASKED:])


def _check_landing_site(form: ContentForm, organization_id: str) -> None:
    content = form.changes().get("defaultContent")
    site = content.get("site") if content else None
    if site is None:
        return
    try:
        api().read(GET_SITE, organization_id, site)
    except NotFound:
        form.defaultContent.errors = [gettext(NO_SITE)]
        form.status = INVALID
    except Problem:
        form.unproved = gettext("Masthead couldn't check whether the site for the landing content exists.")
