"""The forms of adaptive content: on or off, and the schema with what a change of it would break."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from blueprints.adaptive.reads import AdaptiveSite, ConditionRow
from blueprints.adaptive.schema_field import BOTH, SchemaField
from contract.publishing.sites import SiteAdaptiveSchemaReplace, SiteUpdate
from i18n import N_, gettext
from masthead.client import Problem
from masthead.conditions import broken_by, claims_of
from masthead.conditions.schema import ParsedSchema, SchemaFinding, check_schema, merge_schemas, schema_differences
from masthead.web.forms.agreement import Agreement
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.fields import MINE, THEIRS, Switch
from masthead.web.forms.forms import ContractForm
from masthead.web.forms.snapshot import Snapshot
from masthead.web.pages.problems import LinkedText

NAME = "jsonSchema"
MAX_TOLD = 20
OFF = N_("The API doesn't say whether conditions apply while it is off.")
UNREAD = N_("Masthead couldn't read all spaces of the site, so it doesn't know which conditions this change breaks.")


class SwitchForm(ContractForm):
    """Whether the site adapts at all."""

    body = SiteUpdate
    adaptiveContent = Switch(
        N_("Adapt content to visitors"),
        key="enabled",
        hint=OFF,
    )


@dataclass(frozen=True)
class Broken:
    """A space or a section whose condition would break, and what would be wrong in it."""

    line: ConditionRow
    messages: tuple[str, ...]


class SchemaForm(ContractForm):
    """The schema of a site. `site` is what was read of it; the page sets it before anything is checked."""

    body = SiteAdaptiveSchemaReplace
    jsonSchema = SchemaField(N_("Visitor schema"))
    sure = Agreement(N_("Save the schema even though the API doesn't document all of it."))
    site: AdaptiveSite | None = None
    clashing: tuple[str, ...] = ()

    @cached_property
    def findings(self) -> list[SchemaFinding]:
        """What is wrong with the schema as it stands in the form, and what the API does not document."""
        return check_schema(self.jsonSchema.read) if self.jsonSchema.schema is not None else []

    @cached_property
    def beyond(self) -> list[SchemaFinding]:
        """What the API does not document, and is not there already."""
        known = {(each.place, each.message) for each in check_schema(ParsedSchema(self.now.get(NAME) or {}))}
        return [each for each in self.findings if each.level == "beyond" and (each.place, each.message) not in known]

    @cached_property
    def broken(self) -> list[Broken]:
        """The conditions that the schema of the form would break."""
        if self.site is None or self.jsonSchema.schema is None:
            return []
        lines = [*self.site.lines, *self.site.sections.values()]
        after = claims_of(self.jsonSchema.schema)
        found = broken_by((line.condition for line in lines if line.condition), self.site.claims, after)
        return [Broken(line, found[line.condition]) for line in lines if line.condition in found]

    @property
    def conditions_unread(self) -> bool:
        """Whether nobody can say now what would break."""
        return self.site is not None and (isinstance(self.site.spaces, Problem) or self.site.more)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """What would change, claim by claim."""
        return schema_differences(self.now.get(NAME), self.jsonSchema.schema) if self.changes() else []

    @property
    def summary(self) -> str:
        """What would change, in a few words."""
        names = [name for name, _, _ in self.differences]
        more = gettext(" and %(count)s more", count=len(names) - 3) if len(names) > 3 else ""  # noqa: PLR2004 - as many as fit a line
        return ", ".join(names[:3]) + more

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - WTForms
        """Put the work of colleagues and of this person together before anything else is looked at."""
        self._merge()
        return super().validate(extra_validators)

    def check(self) -> None:
        """What is wrong in the list or in a line of the text; what the API does not document has to be meant."""
        field = self.jsonSchema
        if field.torn:
            self.problems.append(LinkedText("", gettext(BOTH), "", "#counts"))
        if field.broken is not None:
            self.problems.append(_line_error(field.broken.line, field.broken.message))
        for place, message in field.line_errors:
            self.problems.append(LinkedText("", message, "", f"#{place}"))
        wrong = [each for each in self.findings if each.level == "wrong"]
        self.problems += [_line_error(each.line, each.message) for each in wrong[:MAX_TOLD]]
        if not wrong and self.changes() and self.beyond:
            self.sure.require()

    def find_consequences(self) -> Iterable[Consequence]:
        """The conditions that would break, or that nobody can say it of."""
        told = [f"{each.line.item.title}: {' '.join(each.messages)}" for each in self.broken]
        more = [gettext("And %(count)s more.", count=len(told) - MAX_TOLD)] if len(told) > MAX_TOLD else []
        return map(serious, [*([gettext(UNREAD)] if self.conditions_unread else []), *told[:MAX_TOLD], *more])

    def _merge(self) -> None:
        """Claim by claim: only where both changed the same one is there something to ask."""
        way, field = self.three_way, self.jsonSchema
        seen, now = way.seen.values.get(NAME), self.now.get(NAME)
        asked = way.seen.asked.get(NAME)
        if field.schema is None or not isinstance(now, dict) or way.out_of_date:
            return
        if asked is not None and field.whose == THEIRS:
            base = asked.get("opened") or {}
            field.hold(merge_schemas(base, asked["mine"], now, theirs_win=True).schema)
            field.whose = MINE
        elif isinstance(seen, dict) and seen != now and asked is None:
            found, edited = merge_schemas(seen, field.schema, now), field.schema != seen
            field.hold(found.schema)
            self.clashing = found.clashes
            is_there = edited and found.schema == now  # what this person changed was saved before
            if not found.clashes and not is_there:
                way.seen = Snapshot({**way.seen.values, NAME: now})


def _line_error(line: int, message: str) -> LinkedText:
    return LinkedText(gettext("Line %(line)s: ", line=line), message, "", f"#{NAME}")
