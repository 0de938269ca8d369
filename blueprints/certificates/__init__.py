"""The certificates of all identity providers, those that end first at the front."""

from blueprints.certificates import views
from web.pages.destinations import FILE, PAGE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    destinations=(
        Destination(
            "Certificates",
            "certificates.index",
            "key",
            "certificate, certs, expiry, expired, x509, expiring, rotation, monitor token, rotate certificate, "
            "renew certificate, replace certificate",
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
