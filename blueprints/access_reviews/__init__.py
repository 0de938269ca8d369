"""Access reviews: who has access to a team or space, whether they keep it, and the record of that."""

from blueprints.access_reviews import views
from blueprints.access_reviews.forms import DecisionsForm, NewReviewForm
from masthead.i18n import N_
from masthead.web.frame.navigation import CREATE, Destination
from masthead.web.places import Place

PLACE = Place(
    blueprints=(views.blueprint,),
    needs="admin",
    tab=Destination(
        N_("Reviews"),
        "access_reviews.index",
        "list-check",
        N_("access review, recertification, audit, quarterly review, who has access, attestation"),
    ),
    tab_of=N_("Access"),
    drafts={
        "access_reviews.create": (N_("New access review"), NewReviewForm),
        "access_reviews.decide": (N_("Decisions of an access review"), DecisionsForm),
    },
    destinations=(
        Destination(
            N_("New access review"), "access_reviews.new", "plus-lg", N_("start access review, recertify"), CREATE
        ),
    ),
)
