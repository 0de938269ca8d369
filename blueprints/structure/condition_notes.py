"""What is to be said of the conditions that a draft gives to spaces."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from i18n import gettext
from masthead.changes.structure.drafting import title_of
from masthead.changes.structure.telling import Difference
from masthead.changes.structure.tree import SiteStructure
from masthead.conditions import Claims, judge
from masthead.web.forms.conditions import condition_consequences, read_claims
from masthead.web.forms.consequences import Consequence, notable, worst_first


def condition_notes(ids: tuple[str, str], after: SiteStructure, changes: Sequence[Difference]) -> list[Consequence]:
    """What comes of them for readers, worst first; the schema is read only where a condition changes."""
    changed = [each.item for each in changes if each.kind in {"condition", "added"} and each.item in after.spaces]
    spaces = {item: condition for item in changed if (condition := after.spaces[item].condition)}
    if not spaces:
        return []
    claims = read_claims(*ids)
    return worst_first(
        each for item, condition in spaces.items() for each in _of_space(title_of(after, item), condition, claims)
    )


def _of_space(title: str, condition: str, claims: Claims) -> Iterator[Consequence]:
    judged = judge(condition, claims)
    if judged.state == "unchecked":
        found = " ".join(each.sentence for each in judged.findings)
        told = gettext(
            "Masthead can't check the condition “%(condition)s”. %(found)s", condition=condition, found=found
        )
        yield notable(gettext("%(name)s: %(told)s", name=title, told=told))
        return
    for each in condition_consequences(judged):
        yield replace(each, text=gettext("%(name)s: %(told)s", name=title, told=each.text))
