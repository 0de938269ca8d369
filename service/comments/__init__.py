"""Comments on spaces and the replies to them."""
