"""The form that enforces single sign-on: a checkbox for each gate that isn't passed, and the organization's name."""

from flask import request

from blueprints.sso.enforcement.gate import Gate, GateFacts
from blueprints.sso.enforcement.gates import checked_provider, gates
from contract.organization.organizations import OrganizationUpdate
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.web.forms.fields import SELECT_FIRST, Switch
from masthead.web.forms.forms import ConfirmForm, ContractForm
from masthead.web.frame.problems import LinkedText

ACCEPT, PROVIDER = "accept", "provider"
NOT_POSSIBLE = N_("You can't enforce single sign-on yet: %(gate)s")


class EnforceForm(ConfirmForm):
    """`accepted` has the names of the selected gates. Selections made for another provider don't count.

    `missing` has error messages by gate name, for gates that have to be selected and were not.
    """

    def __init__(self, title: str, known: GateFacts) -> None:
        """`title` is the name of the organization, which has to be typed."""
        super().__init__(title)
        self.missing: dict[str, str] = {}
        self.gates, checked = gates(known), checked_provider(known)
        self.provider = checked.id if checked else ""
        listed = [] if isinstance(known.providers, Problem) else known.providers
        self.choices = [(each.id, each.label) for each in listed]
        same = request.form.get(PROVIDER, self.provider) == self.provider
        self.accepted = frozenset(request.form.getlist(ACCEPT) if self.is_submitted() and same else ())

    @property
    def blocked(self) -> list[Gate]:
        """Gates that prevent enforcement and can't be accepted."""
        return [gate for gate in self.gates if gate.blocks]

    def check(self) -> None:
        super().check()
        self.problems += [gettext(NOT_POSSIBLE, gate=gate.text) for gate in self.blocked]
        asked = [gate for gate in self.gates if gate.tick and gate.name not in self.accepted]
        if not self.blocked:
            self.missing = {each.name: gettext(SELECT_FIRST, label=each.tick.removesuffix(".")) for each in asked}
            self.problems += [LinkedText("", text, "", f"#{ACCEPT}-{name}") for name, text in self.missing.items()]


class EnforcementWords(ContractForm):
    """Gives the journal a label for the setting. No page shows this form."""

    body = OrganizationUpdate
    sso = Switch(N_("Enforce single sign-on"))
