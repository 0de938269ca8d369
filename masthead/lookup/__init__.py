"""What people name by an id or an address is read, and proved by asking; and a walk that looks for more."""

from masthead.lookup.pasted import NO_KIND, NotNamedError, Pasted, read
from masthead.lookup.proof import VERIFIABLE, CannotVerifyError, verify_exists
from masthead.lookup.titles import space_title

__all__ = [
    "NO_KIND",
    "VERIFIABLE",
    "CannotVerifyError",
    "NotNamedError",
    "Pasted",
    "read",
    "space_title",
    "verify_exists",
]
