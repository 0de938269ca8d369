"""Finds the completed steps of setting up a provider, as far as there is evidence."""

from datetime import UTC, datetime

from blueprints.sso.forms import SIGNING_IN
from contract.organization.saml import UPDATE_SAML_PROVIDER, SamlProvider
from contract.schema.fields import value_or_none
from masthead.store.entries import MAYBE_SAVED, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.store.sso.sign_in_trials import SsoTest
from masthead.web.forms.provider_alerts import can_sign_in
from masthead.web.person.portal import portal
from masthead.writes.change import sent_values

FEW_CHANGES = 60


def steps_done(organization_id: str, provider: SamlProvider) -> set[str]:
    """Names of completed steps. A guest role without a team is the default, so it shows nothing about “people”."""
    done = set()
    if can_sign_in(provider, datetime.now(UTC)):
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


def has_changed_since(organization_id: str, test: SsoTest) -> bool:
    """Whether the journal has a change of sign-in settings after the test. Changes made elsewhere are not known."""
    wanted = JournalQuery(
        organization_id,
        endpoints=[UPDATE_SAML_PROVIDER.name],
        object_id=test.provider,
        states=[State.SAVED, *MAYBE_SAVED],
        since=test.at,
    )
    newest = portal().store.journal.entries(wanted, limit=FEW_CHANGES)
    return any(sent_values(each.intent).keys() & SIGNING_IN for each in newest)
