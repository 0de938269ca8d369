"""Single sign-on: identity providers, their certificates, steps to set one up, and sign-ins that are tried."""

from blueprints.sso import certificate, metadata, sign_in_trial, steps, views
from blueprints.sso.enforcement import views as enforcement
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(
        views.blueprint,
        certificate.blueprint,
        metadata.blueprint,
        sign_in_trial.blueprint,
        steps.blueprint,
        enforcement.blueprint,
    ),
    area=Destination(
        "Single sign-on",
        "sso.index",
        "key",
        "sso, saml, identity provider, identity providers, idp, login, certificate, metadata, okta, entra",
    ),
)
