"""What an API says is cleaned here, at the door, before anything of it is shown, logged or kept.

The person's own token is taken out of every answer. What else looks like a secret is taken out of messages alone: in
an answer as the contract has it, a password may be the title of a page.
"""

from client.redaction.answers import redact_answer, redact_for_log
from client.redaction.messages import redact_message, redact_stored_message

__all__ = ["redact_answer", "redact_for_log", "redact_message", "redact_stored_message"]
