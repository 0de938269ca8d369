"""The kinds of plans, by the name that a plan keeps."""

from collections.abc import Mapping

from changes.plan_kinds import Kind, Settings
from changes.structure.arranging import KIND, Arranging

KINDS: Mapping[str, Kind] = {"settings": Settings(), KIND: Arranging()}
