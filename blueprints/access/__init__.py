"""What teams may do in spaces and collections: all of it at once, and in one place."""

from blueprints.access import access_matrix, place_access
from web.pages.destinations import Destination
from web.places import Place

PLACE = Place(
    blueprints=(access_matrix.blueprint, place_access.blueprint),
    area=Destination(
        "Access", "access_matrix.index", "unlock", "matrix, permissions, roles, access matrix, rights, who can edit"
    ),
)
