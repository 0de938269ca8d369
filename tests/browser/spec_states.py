"""The states that the pages of API specifications can be in."""

from tests.browser.states import ORGANIZATION, State, sending

SPECS = f"{ORGANIZATION}/specs"
SHIPMENTS = f"{SPECS}/shipments"
NEWEST = f"{SHIPMENTS}/versions/latest"

SPEC_PAGES = {
    "specs": State(SPECS),
    "specs, counted": State(f"{SPECS}?versions=count"),
    "spec": State(SHIPMENTS),
    "spec, failing": State(f"{SPECS}/tracking"),
    "spec, text": State(f"{SPECS}/rates"),
    "spec, watched": State(f"{SPECS}/customs/check"),
    "spec, watched for too long": State(f"{SPECS}/customs/check?since=1"),
    "spec, new": State(f"{SPECS}/_new"),
    "spec, new, wrong": State(
        f"{SPECS}/_new", act=sending("Create API specification", **{"slug": "A", "source-url": "http://a.example"})
    ),
    "spec, editing": State(f"{SHIPMENTS}/edit"),
    "spec, deleting": State(f"{SHIPMENTS}/delete"),
    "spec version": State(NEWEST),
    "spec version, operation": State(f"{NEWEST}?operation=POST%20/shipments"),
    "spec version, schema": State(f"{NEWEST}?schema=Shipment"),
    "spec version, text": State(f"{NEWEST}/text"),
    "spec versions compared": State(f"{SHIPMENTS}/compare"),
    "spec versions compared, nothing to": State(f"{SPECS}/rates/compare"),
}
