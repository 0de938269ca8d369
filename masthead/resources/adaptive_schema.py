"""Declares the adaptive schema of a site."""

from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, REPLACE_ADAPTIVE_SCHEMA
from masthead.i18n import N_
from masthead.resources.resource import Endpoints, Resource, SettingsRules

ADAPTIVE_SCHEMA = Resource(
    kind="visitor-schema",
    one=N_("visitor schema"),
    many=N_("visitor schemas"),
    endpoints=Endpoints(read=GET_ADAPTIVE_SCHEMA, update=REPLACE_ADAPTIVE_SCHEMA),
    settings=SettingsRules(optional=True),
    without={
        "name": "A site has one, which goes by the name of the site.",
        "lookup": "It is found with its site.",
    },
)
