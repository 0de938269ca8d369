"""Certificates of all identity providers, sorted by expiry."""

from blueprints.certificates import views
from masthead.i18n import N_
from masthead.web.frame.navigation import PAGE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    tab=Destination(
        N_("Certificates"),
        "certificates.inside",
        "patch-check",
        N_(
            "certificate, certs, expiry, expired, x509, expiring, rotation, rotate certificate, renew "
            "certificate, replace certificate"
        ),
    ),
    tab_of=N_("Single sign-on"),
    destinations=(
        Destination(
            N_("Certificates of all organizations"),
            "certificates.index",
            "patch-check",
            N_("certificate, certs, expiry, x509, expiring, monitor token"),
            PAGE,
            anywhere=True,
        ),
    ),
)
