"""Finds the completed steps of setting up a provider, as far as there is evidence."""

from datetime import UTC, datetime

from blueprints.sso.health import works
from blueprints.sso.tested import has_changed_since
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from masthead.store.errors import StoreError
from masthead.web.person.portal import portal


def steps_done(organization_id: str, provider: SamlProvider) -> set[str]:
    """Names of completed steps. A guest role without a team is the default, so it shows nothing about “people”."""
    done = set()
    if works(provider, datetime.now(UTC)):
        done.add("idp")
    if value_or_none(provider.defaultRole) or value_or_none(provider.defaultTeam):
        done.add("people")
    if "idp" in done:
        done |= _shown_by_test(organization_id, provider.id)
    return done


def _shown_by_test(organization_id: str, provider_id: str) -> set[str]:
    """Steps that a test proves. A sign-in needs both sides set up; a later change makes the test count no longer."""
    try:
        test = portal().store.sso_tests.newest(organization_id).get(provider_id)
        if test is None:
            return set()
        return {"service"} if has_changed_since(organization_id, test) else {"service", "test"}
    except StoreError:
        return set()
