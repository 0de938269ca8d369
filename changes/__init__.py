"""A change: what it is, and how it is carried out."""

from changes.apply import Applied, apply
from changes.change import Change

__all__ = ["Applied", "Change", "apply"]
