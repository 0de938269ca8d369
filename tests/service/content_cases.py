"""Places in the content of the demo world that several tests look at."""

GUIDE = "space_guide"
RATES = "page_guide_rates"
STATES = "file_guide_shipment-states"

CUSTOMS = "change_guide_customs"
WAITING, FIRST_REPLY = "comment_guide_waiting", "reply_guide_waiting_1"
