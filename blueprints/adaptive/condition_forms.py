"""The form of one condition: a space for everyone, or for visitors who meet the condition."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.publishing.site_spaces import SiteSpaceUpdate
from i18n import N_, gettext
from masthead.conditions import UNKNOWN_CLAIMS, Claims, LintResult, lint_condition
from masthead.web.forms.consequences import Consequence, condition_consequences, read_claims, serious
from masthead.web.forms.field_types import NoneOrText
from masthead.web.forms.fields import Agreement
from masthead.web.forms.forms import ContractForm

REFUSED = {"broken", "too-long"}
WITHOUT = {
    "none": N_("From then on, everyone who can open the site sees this space."),
    "section": N_("From then on, everyone who meets the condition of its section sees this space."),
    "unknown": N_(
        "From then on, this space has no condition of its own. The API doesn't report its section's condition."
    ),
}


class ConditionField(NoneOrText):
    """The condition text, or none."""

    kind = "condition"

    def display_value(self, value: Any) -> str:  # noqa: ANN401 - JSON
        """The condition. “No condition of its own” if it is empty, as the section may have one."""
        return (
            gettext("no condition of its own")
            if value is MISSING or value is None or value == ""
            else super().display_value(value)
        )


class ConditionForm(ContractForm):
    """Who sees a site space. The page sets the attributes that the condition is checked with.

    `claims` are those of the site. `within` is a key of WITHOUT: whether the section has a condition.
    """

    body = SiteSpaceUpdate
    condition = ConditionField(N_("Who sees it"), none=N_("Everyone"), some=N_("Visitors who meet this condition"))
    sure = Agreement(N_("Save the condition even though Masthead can't check it."))
    claims: Claims = UNKNOWN_CLAIMS
    within = "none"

    @property
    def judged(self) -> LintResult | None:
        """The check result for the condition in the form; None if it is empty."""
        wire = self.condition.wire
        return lint_condition(wire, self.claims) if isinstance(wire, str) and wire else None

    @property
    def needs_confirmation(self) -> bool:
        """Whether a part of the condition can't be checked. The API may still accept it."""
        judged = self.judged
        return judged is not None and any(finding.level == "unchecked" for finding in judged.findings)

    def check(self) -> None:
        """Reject a condition with syntax errors, and ask for confirmation of one that can't be checked."""
        if "condition" not in self.changes():
            return
        judged = self.judged
        broken = [finding for finding in judged.findings if finding.code in REFUSED] if judged else []
        # The contract already reports a condition that is too long or empty.
        wrong = [finding.sentence for finding in broken if finding.code == "broken" and self.condition.wire]
        if wrong:
            self.condition.errors = wrong
        elif not broken and self.needs_confirmation:
            self.sure.require()

    def find_consequences(self) -> Iterable[Consequence]:
        """Warn of problems in the condition, and of its removal, which opens the space to everyone."""
        if "condition" not in self.changes():
            return []
        if self.ids and not self.claims.known:
            self.claims = read_claims(*self.ids[:2])
        judged = self.judged
        if judged is None:
            return [serious(gettext(WITHOUT[self.within]))]
        return condition_consequences(judged)
