"""What an identity provider can't sign anybody in without."""

from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from i18n import N_, gettext, join_and, ngettext

ADDRESSES = (("entityID", N_("the entity ID")), ("ssoURL", N_("the sign-on address")))
PARTS = (*ADDRESSES, ("certificate", N_("the certificate")))


def missing_settings(provider: SamlProvider) -> str:
    """Which of its settings are missing, as a sentence; empty where none is."""
    missing = [gettext(words) for name, words in PARTS if not value_or_none(getattr(provider, name))]
    if not missing:
        return ""
    return ngettext(
        "%(label)s: %(missing)s is missing.",
        "%(label)s: %(missing)s are missing.",
        len(missing),
        label=provider.label,
        missing=join_and(missing),
    )
