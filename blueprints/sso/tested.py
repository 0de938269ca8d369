"""Checks that a sign-in test still counts: the provider may have changed since."""

from blueprints.sso.forms import SIGNING_IN
from contract.organization.saml import UPDATE_SAML_PROVIDER
from masthead.store.entries import MAYBE_SAVED, State
from masthead.store.journal.finding import JournalQuery
from masthead.store.sso.sign_in_trials import SsoTest
from masthead.web.person.portal import portal
from masthead.writes.undo import sent_values

FEW_CHANGES = 60


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
    return any(sent_values(each).keys() & SIGNING_IN for each in newest)
