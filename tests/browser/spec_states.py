"""The states that the pages of API specifications can be in."""

from tests.browser.states import ORGANIZATION, State

SPECS = f"{ORGANIZATION}/specs"
SHIPMENTS = f"{SPECS}/shipments"
NEWEST = f"{SHIPMENTS}/versions/latest"

SPEC_PAGES = {
    "specs": State(SPECS),
    "spec": State(SHIPMENTS),
    "spec, failing": State(f"{SPECS}/tracking"),
    "spec, watched": State(f"{SPECS}/customs/check"),
    "spec, new": State(f"{SPECS}/_new"),
    "spec, editing": State(f"{SHIPMENTS}/edit"),
    "spec, deleting": State(f"{SHIPMENTS}/delete"),
    "spec version": State(NEWEST),
    "spec version, operation": State(f"{NEWEST}?operation=POST%20/shipments"),
    "spec version, schema": State(f"{NEWEST}?schema=Shipment"),
    "spec version, text": State(f"{NEWEST}/text"),
    "spec versions compared": State(f"{SHIPMENTS}/compare"),
}
