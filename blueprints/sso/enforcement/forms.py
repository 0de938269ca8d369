"""The form that enforces single sign-on: what is not fulfilled is agreed to, and the organization's name is typed."""

from flask import request

from blueprints.sso.enforcement.gate import Gate, GateFacts
from blueprints.sso.enforcement.gates import checked_provider, gates
from contract.organization.organizations import OrganizationUpdate
from i18n import N_, gettext
from masthead.client import Problem
from masthead.web.forms.agreement import SELECT_FIRST
from masthead.web.forms.fields import Switch
from masthead.web.forms.forms import ConfirmForm, ContractForm
from masthead.web.pages.problems import LinkedText

ACCEPT, PROVIDER = "accept", "provider"
NOT_POSSIBLE = N_("You can't enforce single sign-on yet: %(gate)s")


class EnforceForm(ConfirmForm):
    """`accepted` are the names of the gates that were ticked; what was ticked of another provider doesn't count.

    `missing` says by name what has to be ticked and was not.
    """

    def __init__(self, title: str, known: GateFacts) -> None:
        """`title` is the organization's, which has to be typed."""
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
        """What is in the way, whatever is agreed to."""
        return [gate for gate in self.gates if gate.blocks]

    def check(self) -> None:
        """Nothing in the way, everything agreed to, and the name."""
        super().check()
        self.problems += [gettext(NOT_POSSIBLE, gate=gate.text) for gate in self.blocked]
        asked = [gate for gate in self.gates if gate.tick and gate.name not in self.accepted]
        if not self.blocked:
            self.missing = {each.name: gettext(SELECT_FIRST, label=each.tick.removesuffix(".")) for each in asked}
            self.problems += [LinkedText("", text, "", f"#{ACCEPT}-{name}") for name, text in self.missing.items()]


class EnforcementWords(ContractForm):
    """How the journal names the setting; no page shows this form."""

    body = OrganizationUpdate
    sso = Switch(N_("Enforce single sign-on"))
