"""What a condition does to readers: one list, wherever a condition can be set."""

from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, SiteAdaptiveSchema
from i18n import gettext
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.conditions import UNKNOWN_CLAIMS, Claims, LintResult, parse_claims
from masthead.conditions.linting import NOBODY
from masthead.web.forms.consequences import Consequence, notable, serious
from masthead.web.person.portal import api


def condition_consequences(judged: LintResult) -> list[Consequence]:
    """List what a condition does to readers; findings of a wrong condition are serious."""
    tell = serious if judged.state == "wrong" else notable
    nobody = [serious(gettext(NOBODY))] if judged.hides_from_all else []
    return [*nobody, *(tell(each.sentence) for each in judged.findings if each.code != "never")]


def read_claims(organization_id: str, site_id: str) -> Claims:
    """Read the claims that visitors of a site may have, as far as they can be read."""
    return claims_from(api().gather(CachedRead(GET_ADAPTIVE_SCHEMA, (organization_id, site_id)))[0])


def claims_from(schema: Cached[SiteAdaptiveSchema] | Problem | None) -> Claims:
    """Return the claims of a schema: none for a site without one, not known for one that can't be read."""
    if isinstance(schema, Cached):
        return parse_claims(schema.value.jsonSchema)
    return parse_claims({"additionalProperties": False}) if isinstance(schema, NotFound) else UNKNOWN_CLAIMS
