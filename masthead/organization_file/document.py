"""Reads and writes organization files as YAML or JSON, and finds all errors in a file at once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice
from typing import Any, NamedTuple

import yaml

from masthead.i18n import N_, format_number, gettext, join_or
from masthead.organization_file.schema import MARK, SECTIONS, VERSION, json_schema, walk_items
from masthead.yaml_values import Path, Position, YamlError, YamlRules, parse_scalar, parse_yaml

MAX_CHARACTERS, MAX_DEPTH, MAX_VALUES, MAX_ERRORS = 4 * 1024 * 1024, 40, 400_000, 100
_JSON_ESCAPES = re.compile(r"\\(?:u([dD][89abAB]\w\w)\\u([dD][c-fC-F]\w\w)|(.))", re.DOTALL)
_UNUSUAL = re.compile(r"[^\n\x20-\x7e\u00a0-\u2027\u202a-\U0010ffff]")
"""Signs that YAML takes for line breaks or that nobody sees."""


class FileError(NamedTuple):
    """An error; line and column count from 1 and are 0 if unknown, `pointer` is a JSON pointer."""

    message: str
    line: int = 0
    column: int = 0
    pointer: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.message
        place = gettext("Line %(line)s, column %(column)s", line=self.line, column=self.column)
        return f"{place} ({self.pointer}): {self.message}" if self.pointer else f"{place}: {self.message}"


@dataclass(frozen=True)
class FileDocument:
    """A parsed file and all its errors. The values are empty if errors prevent parsing."""

    values: Mapping[str, Any] = field(default_factory=dict)
    errors: Sequence[FileError] = ()
    text: str = field(default="", compare=False)


def load(text: str) -> FileDocument:
    """Parse and check a file. Errors are returned, never raised."""
    if len(text) > MAX_CHARACTERS:
        most = format_number(MAX_CHARACTERS)
        return FileDocument(errors=[FileError(gettext("The file is longer than %(most)s characters.", most=most))])
    rules = YamlRules(MAX_DEPTH, MAX_VALUES, strict=True)
    try:
        values = parse_yaml(_JSON_ESCAPES.sub(_unescape, text) if text.lstrip()[:1] == "{" else text, rules)
    except YamlError as error:
        return FileDocument(errors=[FileError(error.message, *(error.position or (0, 0)))])
    found = [*islice(_find_errors(values), MAX_ERRORS + 1)]  # one by one, since a hostile file has any number
    errors = sorted((_at(rules.positions, *each) for each in found[:MAX_ERRORS]), key=lambda error: error[1:3])
    if len(found) > MAX_ERRORS:
        errors.append(FileError(gettext("There are more errors. Correct these first.")))
    return FileDocument(values if isinstance(values, dict) else {}, errors, text)


def _unescape(found: re.Match[str]) -> str:
    """Replace surrogate pairs and escaped slashes, the two JSON escapes that YAML lacks."""
    if found[1]:
        return bytes.fromhex(found[1] + found[2]).decode("utf-16-be")
    return "/" if found[3] == "/" else found[0]


def _at(positions: Mapping[Path, Position], path: Path, message: str) -> FileError:
    lengths = (length for length in range(len(path), -1, -1) if path[:length] in positions)
    known = positions[path[: next(lengths)]] if positions else (1, 1)
    pointer = "".join(f"/{str(each).replace('~', '~0').replace('/', '~1')}" for each in path)
    return FileError(message, *known, pointer)


def _find_errors(values: Any) -> Iterator[tuple[Path, str]]:  # noqa: ANN401 - JSON
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - it takes long to import, and few commands need it

    is_valid = True
    for error in Draft202012Validator(json_schema()).iter_errors(values):
        is_valid = False
        yield from _explain(error, tuple(error.absolute_path))
    if is_valid:
        yield from _find_repeated(values)


def _find_repeated(values: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    seen = set[tuple[Path, str]]()
    for section, item, path in walk_items(values):
        id_ = item.get(section.identity)
        if (path[:-1], id_) in seen:
            yield (*path, section.identity), gettext("“%(id)s” occurs twice.", id=id_)
        elif id_:
            seen.add((path[:-1], id_))


def _explain(error: Any, path: Path) -> Iterator[tuple[Path, str]]:  # noqa: ANN401 - jsonschema has no types
    """Explain a jsonschema error in words. If a value may be of several kinds, explain the nearest one's error."""
    if error.validator == "anyOf":
        fitting = [each for each in error.context if each.validator != "type" or each.path]
        if not fitting:
            yield path, _kind_message([each.validator_value for each in error.context])
        for nearest in sorted(fitting, key=lambda each: -len(each.absolute_path))[:1]:
            yield from _explain(nearest, tuple(nearest.absolute_path))
    elif error.validator == "additionalProperties":
        known = error.schema.get("properties", {})
        for name in [each for each in error.instance if each not in known]:
            yield (*path, name), _unknown_field_message(path, name, known)
    else:
        yield path, _build_message(error)


def _unknown_field_message(path: Path, name: str, known: Mapping[str, Any]) -> str:
    for section in SECTIONS:
        reason = section.left_out.get(name, section.left_out.get(f"{path[-1]}.{name}" if path else ""))
        if reason and (not path or section.key in path):
            return gettext("“%(name)s” is not part of the file: %(reason)s", name=name, reason=gettext(reason))
    message = gettext("There is no field “%(name)s” here.", name=name)
    return f"{message} {_suggest(name, known)}"


def _suggest(name: object, known: Mapping[str, Any] | Sequence[str]) -> str:
    near = get_close_matches(str(name), known, 1)
    if near:
        return gettext("Did you mean “%(name)s”?", name=near[0])
    return gettext("Possible are: %(names)s.", names=", ".join(map(str, known)))


def _build_message(error: Any) -> str:  # noqa: ANN401 - jsonschema has no types
    value, rule, limit = error.instance, error.validator, error.validator_value
    if rule == "type":
        return _kind_message([limit] if isinstance(limit, str) else limit)
    if limit == VERSION and rule == "const":
        return gettext("This Masthead reads version %(version)s of the format.", version=VERSION)
    if rule in {"enum", "const"}:
        refused = gettext("“%(value)s” is not possible here.", value=value)
        return f"{refused} {_suggest(value, limit if rule == 'enum' else [str(limit)])}"
    if rule == "required":
        return gettext("“%(names)s” is missing.", names=", ".join(each for each in limit if each not in value))
    if rule in _MESSAGES:
        return gettext(_MESSAGES[rule], value=value, count=len(value), least=limit, most=limit, pattern=limit)
    return str(error.message)


_MESSAGES = {
    "minLength": N_("This is too short: %(count)s of at least %(least)s characters."),
    "maxLength": N_("This is too long: %(count)s of at most %(most)s characters."),
    "minItems": N_("This is too short: %(count)s of at least %(least)s entries."),
    "maxItems": N_("This is too long: %(count)s of at most %(most)s entries."),
    "pattern": N_("“%(value)s” doesn't fit the pattern %(pattern)s."),
}
_KINDS = {
    "string": N_("a text"),
    "boolean": N_("true or false"),
    "number": N_("a number"),
    "integer": N_("a number"),
    "array": N_("a list"),
    "object": N_("a group of fields"),
    "null": N_("null"),
}


def _kind_message(kinds: Sequence[str]) -> str:
    names = dict.fromkeys(gettext(_KINDS[each]) for each in kinds)
    return gettext("This has to be %(kind)s.", kind=join_or([*names]))


class _Dumper(yaml.SafeDumper):
    """Writes long strings as blocks, and never writes aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ANN401, ARG002 - JSON
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text else None if parse_scalar(text) is text else "'"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"' if _UNUSUAL.search(text) else style)


_Dumper.add_representer(str, _represent_text)


def dump(values: Mapping[str, Any]) -> str:
    """Write a file as YAML, with fields in schema order."""
    ordered = {MARK: VERSION, **{name: each for name, each in values.items() if name != MARK}}
    return yaml.dump(ordered, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
