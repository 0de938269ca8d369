"""The form of one condition: everyone, or those who meet it; and what is said of it before it is saved."""

from collections.abc import Iterable
from typing import Any

from pydantic import MISSING

from contract.publishing.site_spaces import SiteSpaceUpdate
from i18n import N_, gettext
from masthead.conditions import NOT_KNOWN, Claims, Judgement, judge
from masthead.web.forms.agreement import Agreement
from masthead.web.forms.conditions import condition_consequences, read_claims
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.none_or_text import NoneOrText

REFUSED = {"broken", "too-long"}
WITHOUT = {
    "none": N_("From then on, everyone who can open the site sees this space."),
    "section": N_("From then on, everyone who meets the condition of its section sees this space."),
    "unknown": N_(
        "From then on, this space has no condition of its own. The API doesn't report its section's condition."
    ),
}


class ConditionField(NoneOrText):
    """The condition, or none."""

    kind = "condition"

    def display_value(self, value: Any) -> str:  # noqa: ANN401 - JSON
        """The condition, or that there is none: its section may have one all the same."""
        return (
            gettext("no condition of its own")
            if value is MISSING or value is None or value == ""
            else super().display_value(value)
        )


class ConditionForm(ContractForm):
    """Who sees a site space. The page sets what it is checked by.

    `claims` are those of its site, and `within` is whether its section has a condition: a key of WITHOUT.
    """

    body = SiteSpaceUpdate
    condition = ConditionField(N_("Who sees it"), none=N_("Everyone"), some=N_("Visitors who meet this condition"))
    sure = Agreement(N_("Save the condition even though Masthead can't check it."))
    claims: Claims = NOT_KNOWN
    within = "none"

    @property
    def judged(self) -> Judgement | None:
        """What is to be said of the condition as it stands in the form; None where there is none."""
        wire = self.condition.wire
        return judge(wire, self.claims) if isinstance(wire, str) and wire else None

    @property
    def needs_confirmation(self) -> bool:
        """Whether the service may know more than is known here."""
        judged = self.judged
        return judged is not None and any(finding.level == "unchecked" for finding in judged.findings)

    def check(self) -> None:
        """What is broken in any language is refused; what is not known here has to be meant."""
        if "condition" not in self.changes():
            return
        judged = self.judged
        broken = [finding for finding in judged.findings if finding.code in REFUSED] if judged else []
        # The contract says by itself that it is too long, or that it is empty.
        wrong = [finding.sentence for finding in broken if finding.code == "broken" and self.condition.wire]
        if wrong:
            self.condition.errors = wrong
        elif not broken and self.needs_confirmation:
            self.sure.require()

    def find_consequences(self) -> Iterable[Consequence]:
        """List what is wrong with the condition, and what opens the space to everyone."""
        if "condition" not in self.changes():
            return []
        if self.ids and not self.claims.known:
            self.claims = read_claims(*self.ids[:2])
        judged = self.judged
        if judged is None:
            return [serious(gettext(WITHOUT[self.within]))]
        return condition_consequences(judged)
