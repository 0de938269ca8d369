"""An invite link of an organization, which the API does not list."""

from contract.organizations import DELETE_INVITE, GET_INVITE, UPDATE_INVITE
from resources.resource import Endpoints, Resource

INVITE = Resource(
    one="invite link",
    many="invite links",
    endpoints=Endpoints(read=GET_INVITE, update=UPDATE_INVITE, delete=DELETE_INVITE),
)
