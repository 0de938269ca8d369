"""Single sign-on: identity providers, their certificates, the setup steps, test sign-ins and enforcement."""

from blueprints.sso import certificate, metadata, steps, views
from blueprints.sso.enforcement import views as enforcement
from blueprints.sso.enforcement.forms import EnforcementWords
from blueprints.sso.forms import IdentityForm, NewcomersForm, NewProviderForm, RotationForm
from contract.organization.organizations import UPDATE_ORGANIZATION
from contract.organization.saml import CREATE_SAML_PROVIDER, DELETE_SAML_PROVIDER, UPDATE_SAML_PROVIDER
from masthead.i18n import N_
from masthead.store.sso.providers import ProviderPlace
from masthead.web.frame.navigation import CREATE, PEOPLE, Destination, ObjectPage
from masthead.web.person.portal import portal
from masthead.web.places import Place, RecordedChange, entry_page


def _delete_rotation(ids: tuple[str, ...]) -> None:
    portal().store.rotations.drop(ProviderPlace(*ids))


PLACE = Place(
    blueprints=(
        views.blueprint,
        certificate.blueprint,
        metadata.blueprint,
        steps.sign_in_trial,
        steps.blueprint,
        enforcement.blueprint,
    ),
    needs="admin",
    group=PEOPLE,
    area=Destination(
        N_("Single sign-on"),
        "sso.index",
        "key",
        N_("sso, saml, identity provider, identity providers, idp, login, certificate, metadata, okta, entra"),
    ),
    tab=Destination(N_("Identity providers"), "sso.index", "key", ""),
    tab_of=N_("Single sign-on"),
    changes={
        CREATE_SAML_PROVIDER.name: RecordedChange(
            entry_page("sso.show", "provider_id", "sso.index"), (NewProviderForm,)
        ),
        UPDATE_SAML_PROVIDER.name: RecordedChange(entry_page("sso.show", "provider_id"), (IdentityForm, NewcomersForm)),
        DELETE_SAML_PROVIDER.name: RecordedChange(
            entry_page("sso.index"), (IdentityForm, NewcomersForm), forget=_delete_rotation
        ),
        UPDATE_ORGANIZATION.name: RecordedChange(entry_page("enforcement.show"), (EnforcementWords,), sends="sso"),
    },
    drafts={
        "sso.create": (N_("New identity provider"), NewProviderForm),
        "sso_steps.save_identity": (N_("Identity provider"), IdentityForm),
        "sso_certificate.replace": (N_("Certificate of an identity provider"), RotationForm),
        "sso_steps.save_newcomers": (N_("New people of an identity provider"), NewcomersForm),
    },
    destinations=(
        Destination(
            N_("Add an identity provider"),
            "sso.new",
            "plus-lg",
            N_("add provider, new provider, create provider, new idp, saml setup, metadata, idp metadata, connect sso"),
            CREATE,
        ),
        Destination(
            N_("Enforce single sign-on"),
            "enforcement.show",
            "lock",
            N_("enforcement, enforce sso, require sso, mandatory, stop enforcing, trial"),
        ),
        Destination(
            N_("Enforcement trial of single sign-on"),
            "enforcement.countdown",
            "clock-history",
            N_("countdown, enforcement trial, single sign-on on trial, sso trial"),
        ),
    ),
    object_pages=(
        ObjectPage(
            "saml-provider",
            "provider_id",
            N_("Replace the certificate"),
            "sso_certificate.ask",
            "key",
            N_("rotate, renew, new certificate, rotation"),
        ),
        ObjectPage(
            "saml-provider", "provider_id", N_("Test sign-in"), "sso_steps.test", "check-circle", N_("try sign-in")
        ),
        ObjectPage(
            "saml-provider",
            "provider_id",
            N_("Service provider details"),
            "sso_steps.service",
            "info-circle",
            N_("entity id, acs, metadata"),
        ),
    ),
)
