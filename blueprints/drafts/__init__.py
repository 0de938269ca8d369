"""What was typed and not saved: opened again, copied, discarded."""

from blueprints.drafts import views
from web.pages.destinations import PAGE, Destination
from web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    destinations=(
        Destination("Your drafts", "drafts.index", "pencil", "drafts, unsaved, kept input", PAGE, anywhere=True),
    ),
)
