"""Which steps of setting up a provider are done, as far as something shows it."""

from datetime import UTC, datetime

from blueprints.sso.health import works
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from store import StoreError
from web.person.portal import portal


def steps_done(organization_id: str, provider: SamlProvider) -> set[str]:
    """A guest without a team may be what somebody wanted, or what nobody looked at: that is no sign."""
    done = set()
    if works(provider, datetime.now(UTC)):
        done.add("idp")
    if value_or_none(provider.defaultRole) or value_or_none(provider.defaultTeam):
        done.add("people")
    if "idp" in done and _was_tested(organization_id, provider.id):  # nobody signs in before both sides are set up
        done |= {"service", "test"}
    return done


def _was_tested(organization_id: str, provider_id: str) -> bool:
    try:
        return provider_id in portal().store.sso_tests.newest(organization_id)
    except StoreError:
        return False
