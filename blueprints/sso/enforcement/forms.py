"""The form that enforces single sign-on, with one checkbox that accepts all gates that aren't met."""

from flask import request

from blueprints.sso.enforcement.gates import Gate, GateFacts, choose_provider, list_gates
from contract.organization.organizations import OrganizationUpdate
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.web.forms.fields import SELECT_FIRST, Switch
from masthead.web.forms.forms import ContractForm, PageForm
from masthead.web.frame.problems import LinkedText

ACCEPT, PROVIDER = "accept", "provider"
NOT_POSSIBLE = N_("You can't enforce single sign-on yet: %(gate)s")
AGREE = N_("I confirm all of this")
MORE = N_("The checks have changed since you opened this page. Read them again, then select “%(label)s”.")


class EnforceForm(PageForm):
    """Enforces single sign-on. One checkbox accepts all gates that aren't met, provided that the page showed them.

    `missing` is the error message next to the checkbox, or empty.
    """

    def __init__(self, known: GateFacts) -> None:
        super().__init__()
        self.missing = ""
        self.gates, checked = list_gates(known), choose_provider(known)
        self.provider = checked.id if checked else ""
        listed = [] if isinstance(known.providers, Problem) else known.providers
        self.choices = [(each.id, each.label) for each in listed]
        same = request.form.get(PROVIDER, self.provider) == self.provider
        self.accepted = frozenset(request.form.get(ACCEPT, "").split() if self.is_submitted() and same else ())

    @property
    def asked(self) -> list[Gate]:
        """Gates that the person must accept."""
        return [gate for gate in self.gates if gate.tick]

    @property
    def is_agreed(self) -> bool:
        return {gate.name for gate in self.asked} <= self.accepted

    @property
    def blocking_gates(self) -> list[Gate]:
        """Gates that prevent enforcement and can't be accepted."""
        return [gate for gate in self.gates if gate.blocks]

    def check(self) -> None:
        self.problems += [gettext(NOT_POSSIBLE, gate=gate.text) for gate in self.blocking_gates]
        if not self.blocking_gates and not self.is_agreed:
            self.missing = gettext(MORE if request.form.get(ACCEPT) else SELECT_FIRST, label=gettext(AGREE))
            self.problems.append(LinkedText("", self.missing, "", f"#{ACCEPT}"))


class EnforcementWords(ContractForm):
    """Gives the journal a label for the setting. No page shows this form."""

    body = OrganizationUpdate
    sso = Switch(N_("Enforce single sign-on"))
