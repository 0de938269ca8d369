"""Somebody who changes a site while a plan is at work, and what of that has to be there in the end."""

from dataclasses import dataclass, field
from random import Random

from changes.structure.fitting import containers
from changes.structure.lines import map_items_to_lines
from changes.structure.tree import SiteStructure
from tests.changes.structure.editors import Editor
from tests.changes.structure.model import Model


@dataclass
class Colleague:
    """`set_last` are settings by id and field, `put_last` the homes of site spaces, `gone` the spaces not shown."""

    random: Random
    set_last: dict[tuple[str, str], object] = field(default_factory=dict)
    put_last: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    acts: int = 0

    def act(self, model: Model) -> None:
        """One thing, done to the site itself."""
        self.acts += 1
        before = model.now
        editor = Editor(before.copy(), self.random, f"bob{self.acts}-")
        editor.act()
        model.now = editor.now
        self._note(before, model.now)

    def _note(self, before: SiteStructure, after: SiteStructure) -> None:
        was, now = map_items_to_lines(containers(before)), map_items_to_lines(containers(after))
        self.put_last |= {item: now[item] for item in after.spaces if now[item] != was.get(item)}
        old, new = _settings(before), _settings(after)
        self.set_last |= {key: value for key, value in new.items() if key in old and old[key] != value}
        removed = before.spaces.keys() - after.spaces.keys()
        self.gone |= {before.spaces[item].space for item in removed}
        self.put_last = {item: home for item, home in self.put_last.items() if item not in removed}
        self.set_last = {key: value for key, value in self.set_last.items() if key in new}

    def ignore_unchanged(self, site: SiteStructure) -> None:
        """Leave out what ended as it is there: changed and changed back, it looks like something left alone."""
        homes, settings = map_items_to_lines(containers(site)), _settings(site)
        self.put_last = {item: home for item, home in self.put_last.items() if homes.get(item) != home}
        self.set_last = {key: value for key, value in self.set_last.items() if settings.get(key) != value}

    def missing(self, site: SiteStructure, left: list[str]) -> list[str]:
        """What was taken back, and is named in none of the sentences."""
        there, settings = map_items_to_lines(containers(site)), _settings(site)
        told = " ".join(left)
        return [
            *(f"{item} put into {home}" for item, home in self.put_last.items() if there.get(item) != home),
            *(
                f"{key} made {value}"
                for key, value in self.set_last.items()
                if settings.get(key) != value and f"path of {_title(site, key[0])}:" not in told
            ),
            *(f"{each.space} was removed" for each in site.spaces.values() if each.space in self.gone),
        ]


def _title(site: SiteStructure, item: str) -> str:
    return site.spaces[item].title if item in site.spaces else ""


def _settings(site: SiteStructure) -> dict[tuple[str, str], object]:
    spaces = {(id_, name): getattr(each, name) for id_, each in site.spaces.items() for name in ("path", "condition")}
    return spaces | {(id_, "group"): each for id_, each in site.groups.items()}
