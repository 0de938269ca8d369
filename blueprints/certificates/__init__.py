"""The certificates of all identity providers, those that end first at the front."""

from blueprints.certificates import views
from web.pages.destinations import FILE, PAGE, PEOPLE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    group=PEOPLE,
    area=Destination(
        "Certificates",
        "certificates.inside",
        "patch-check",
        "certificate, certs, expiry, expired, x509, expiring, rotation, rotate certificate, renew certificate, "
        "replace certificate",
    ),
    destinations=(
        Destination(
            "Certificates of all organizations",
            "certificates.index",
            "patch-check",
            "certificate, certs, expiry, x509, expiring, monitor token",
            PAGE,
            anywhere=True,
        ),
        Destination(
            "Calendar of certificates",
            "certificates.calendar",
            "download",
            "ics, ical, calendar",
            FILE,
            anywhere=True,
        ),
    ),
)
