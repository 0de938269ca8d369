"""Forms of adaptive content: the switch, and the schema with the conditions that a change would break."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from blueprints.adaptive.reads import AdaptiveSite, ConditionRow
from blueprints.adaptive.schema_field import BOTH, SchemaField
from contract.publishing.sites import SiteAdaptiveSchemaReplace, SiteUpdate
from masthead.client import Problem
from masthead.conditions import claim_name, find_broken_conditions, parse_claims
from masthead.conditions.schema import ParsedSchema, SchemaFinding, check_schema, schema_differences
from masthead.i18n import N_, gettext
from masthead.web.forms.consequences import Consequence, serious
from masthead.web.forms.fields import Agreement, Switch
from masthead.web.forms.forms import ContractForm
from masthead.web.frame.problems import LinkedText

NAME = "jsonSchema"
MAX_TOLD = 20
OFF = N_("The API doesn't say whether conditions apply while it is off.")
UNREAD = N_("Masthead couldn't read all spaces of the site, so it doesn't know which conditions this change breaks.")


class AdaptiveSwitchForm(ContractForm):
    body = SiteUpdate
    adaptiveContent = Switch(
        N_("Adapt content to visitors"),
        key="enabled",
        hint=OFF,
    )


class Broken(NamedTuple):
    """A space or section whose condition would break, and the reasons."""

    line: ConditionRow
    messages: tuple[str, ...]


class SchemaForm(ContractForm):
    """The claim schema of a site. The page sets `site`, with its conditions, before validation."""

    body = SiteAdaptiveSchemaReplace
    jsonSchema = SchemaField(N_("Visitor schema"))
    sure = Agreement(N_("Save the schema even though the API doesn't document all of it."))
    site: AdaptiveSite | None = None

    @cached_property
    def findings(self) -> list[SchemaFinding]:
        """Return problems of the schema in the form, and parts that the API doesn't document."""
        return check_schema(self.jsonSchema.read) if self.jsonSchema.schema is not None else []

    @cached_property
    def beyond(self) -> list[SchemaFinding]:
        """Return parts that the API doesn't document and that are not in the saved schema."""
        known = {(each.place, each.message) for each in check_schema(ParsedSchema(self.now.get(NAME) or {}))}
        return [each for each in self.findings if each.level == "beyond" and (each.place, each.message) not in known]

    @cached_property
    def broken(self) -> list[Broken]:
        if self.site is None or self.jsonSchema.schema is None:
            return []
        lines = [*self.site.lines, *self.site.sections.values()]
        after = parse_claims(self.jsonSchema.schema)
        found = find_broken_conditions((line.condition for line in lines if line.condition), self.site.claims, after)
        return [Broken(line, found[line.condition]) for line in lines if line.condition in found]

    @property
    def conditions_unread(self) -> bool:
        """Return whether some conditions couldn't be read. They might break unnoticed."""
        return self.site is not None and (isinstance(self.site.spaces, Problem) or self.site.more)

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        return schema_differences(self.now.get(NAME), self.jsonSchema.schema) if self.changes() else []

    @property
    def summary(self) -> str:
        names = [name for name, _, _ in self.differences]
        more = gettext(" and %(count)s more", count=len(names) - 3) if len(names) > 3 else ""  # noqa: PLR2004 - as many as fit a line
        return ", ".join(names[:3]) + more

    def check(self) -> None:
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

    def advice(self) -> list[str]:
        known = {claim.path for claim in parse_claims(self.now.get(NAME) or {})}
        claims = parse_claims(self.jsonSchema.schema or {})
        odd = [claim for claim in claims if claim.path not in known and "[" in claim.expression]
        return [
            gettext(
                "%(claim)s isn't a single word, so conditions have to write %(expression)s.",
                claim=claim_name(claim.path),
                expression=claim.expression,
            )
            for claim in odd[:MAX_TOLD]
        ]

    def find_consequences(self) -> Iterable[Consequence]:
        told = [f"{each.line.item.title}: {' '.join(each.messages)}" for each in self.broken]
        more = [gettext("And %(count)s more.", count=len(told) - MAX_TOLD)] if len(told) > MAX_TOLD else []
        return map(serious, [*([gettext(UNREAD)] if self.conditions_unread else []), *told[:MAX_TOLD], *more])


def _line_error(line: int, message: str) -> LinkedText:
    return LinkedText(gettext("Line %(line)s: ", line=line), message, "", f"#{NAME}")
