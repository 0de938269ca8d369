"""A change: what it is, what a form makes of it, and how it is carried out."""

from changes.apply import Applied, apply
from changes.change import Change
from changes.difference import only_changed

__all__ = ["Applied", "Change", "apply", "only_changed"]
