"""Single sign-on: identity providers, their certificates, the setup steps, test sign-ins and enforcement."""

from flask import url_for

from blueprints.sso import certificate, metadata, sign_in_trial, steps, views
from blueprints.sso.enforcement import views as enforcement
from blueprints.sso.enforcement.forms import EnforcementWords
from blueprints.sso.forms import IdentityForm, NewcomersForm, NewProviderForm
from blueprints.sso.rotation_form import RotationForm
from contract.organization.organizations import UPDATE_ORGANIZATION
from contract.organization.saml import CREATE_SAML_PROVIDER, DELETE_SAML_PROVIDER, UPDATE_SAML_PROVIDER
from i18n import N_
from masthead.store.entries import Entry
from masthead.web.frame.destinations import CREATE, PEOPLE, Destination, ObjectPage
from masthead.web.places import Place, RecordedChange


def _provider(entry: Entry) -> str:
    return url_for("sso.show", organization_id=entry.intent.organization, provider_id=entry.object_id)


def _providers(entry: Entry) -> str:
    return url_for("sso.index", organization_id=entry.intent.organization)


def _created_provider(entry: Entry) -> str:
    return _provider(entry) if entry.object_id else _providers(entry)


def _enforcement(entry: Entry) -> str:
    return url_for("enforcement.show", organization_id=entry.intent.organization)


PLACE = Place(
    blueprints=(
        views.blueprint,
        certificate.blueprint,
        metadata.blueprint,
        sign_in_trial.blueprint,
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
    changes={
        CREATE_SAML_PROVIDER.name: RecordedChange(_created_provider, (NewProviderForm, NewcomersForm)),
        UPDATE_SAML_PROVIDER.name: RecordedChange(_provider, (IdentityForm, NewcomersForm)),
        DELETE_SAML_PROVIDER.name: RecordedChange(_providers, (IdentityForm, NewcomersForm)),
        UPDATE_ORGANIZATION.name: RecordedChange(_enforcement, (EnforcementWords,), sends="sso"),
    },
    drafts={
        "sso.create": N_("New identity provider"),
        "sso_steps.save_identity": N_("Identity provider"),
        "sso_certificate.replace": N_("Certificate of an identity provider"),
        "sso_steps.save_newcomers": N_("New people of an identity provider"),
    },
    draft_forms={
        "sso.create": (NewProviderForm,),
        "sso_steps.save_identity": (IdentityForm,),
        "sso_certificate.replace": (RotationForm,),
        "sso_steps.save_newcomers": (NewcomersForm,),
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
