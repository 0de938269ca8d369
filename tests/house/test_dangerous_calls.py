"""What makes programs run what others wrote, or keep secrets that can be guessed, is in neither program."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.sources import ROOMS, ROOT, modules, named, parsed, read
from tests.loops import for_each

SCRIPT_FOLDERS = ("static", "static/structure", "service/docs_page")
DANGEROUS_MODULES = {
    *("subprocess", "pty", "code", "pickle", "marshal", "shelve", "dill", "jsonpickle"),
    *("xml.etree", "xml.dom", "xml.sax", "smtplib", "imaplib", "ftplib", "telnetlib", "ldap", "ldap3", "pymemcache"),
}
SENDS_MAIL = ("blueprints/reminders/delivery.py", "smtplib")
DANGEROUS_CALLS = {
    *("eval", "exec", "compile", "__import__", "render_template_string", "from_string"),
    *("system", "popen", "execv", "execve", "spawnv", "unsafe_load", "full_load"),
}
OF_SCRIPTS = {
    "run a text": r"\beval\(|\bFunction\(|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|ContextualFragment",
    "store anything": r"localStorage|sessionStorage|indexedDB|\bcaches\.|serviceWorker",
    "listen to other windows": r"""onmessage|["']message["']|\.opener\b""",
}
APPROVED = {
    "AESGCM",
    "HKDF",
    "SHA256",
    "Encoding",
    "NoEncryption",
    "PrivateFormat",
    "dsa",
    "ec",
    "ed448",
    "ed25519",
    "rsa",
}
"""Approved imports from `cryptography`. The demo's identity provider stores its key, so it needs two formats."""
BUILDS_XML = {"Element", "TreeBuilder", "quoteattr"}
"""What of Python's XML reads nothing."""
IN_STATEMENTS = {
    "masthead/store/backups": "names of our own tables, and of the schema that a restore makes",
    "service/tables": "the statements of one constant, in turn",
}
LEAST_BYTES = 16
NOT_SECRET = {
    ("masthead/web/http/log.py", "token_hex"): "the id of a request",
    ("service/storage/documents.py", "token_hex"): "ids, which open nothing by themselves",
    ("masthead/store/keys.py", "token_bytes"): "nonces, besides the id and the secret",
}


@cache
def programs() -> list[Path]:
    return modules(*(room for room in ROOMS if room not in {"tests", "bench", "scripts"}))


def scripts() -> list[Path]:
    return [file for folder in SCRIPT_FOLDERS for file in (ROOT / folder).glob("*.js")]


@cache
def _nodes(file: Path) -> list[ast.AST]:
    return [each for each in ast.walk(parsed(file)) if isinstance(each, ast.Call | ast.Import | ast.ImportFrom)]


def calls(file: Path) -> Iterator[tuple[str, ast.Call]]:
    """Each call of a module, with the last part of the name of what is called."""
    for node in _nodes(file):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield (node.func.id if isinstance(node.func, ast.Name) else node.func.attr), node


def imports(file: Path) -> Iterator[tuple[str, str]]:
    """The modules that a module imports, each with what is taken of it; empty for all."""
    for node in _nodes(file):
        if isinstance(node, ast.Import):
            yield from ((each.name, "") for each in node.names)
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", each.name) for each in node.names)


@pytest.mark.exhaustive
def test_no_module_imports_what_is_dangerous() -> None:
    found = [(named(file), name) for file in programs() for name, what in imports(file) if what not in BUILDS_XML]
    dangerous = [each for each in found if any(f"{each[1]}.".startswith(f"{bad}.") for bad in DANGEROUS_MODULES)]
    assert dangerous == [SENDS_MAIL]


def test_nothing_runs_a_text() -> None:
    found = [(named(file), name, call) for file in programs() for name, call in calls(file)]
    run = [each[:2] for each in found if each[1] in DANGEROUS_CALLS and not _is_a_pattern_or_statement(each[2])]
    assert run == []


def _is_a_pattern_or_statement(call: ast.Call) -> bool:
    """`re.compile`, and SQLAlchemy's `statement.compile`."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "compile"


def test_no_sql_is_put_together() -> None:
    """A number or a constant of ours may stand in a statement; nothing else does."""
    found = [
        (named(file), call) for file in programs() for name, call in calls(file) if _is_sql(file, name) and call.args
    ]
    assert len(found) > 10
    put_together = {file for file, call in found if not _is_fixed(call.args[0])}
    assert [file for file in put_together if file.rpartition("/")[0] not in IN_STATEMENTS] == []


def _is_sql(file: Path, name: str) -> bool:
    return name == "exec_driver_sql" or (name == "text" and ("sqlalchemy", "text") in set(imports(file)))


def _is_fixed(sql: ast.expr) -> bool:
    if isinstance(sql, ast.JoinedStr):
        held = [each.value for each in sql.values if isinstance(each, ast.FormattedValue)]
        return all(_is_constant(each) or ast.unparse(each).startswith("round(") for each in held)
    if isinstance(sql, ast.IfExp):
        return _is_fixed(sql.body) and _is_fixed(sql.orelse)
    return isinstance(sql, ast.Constant) or _is_constant(sql)


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id.isupper()


def test_each_xpath_is_a_constant() -> None:
    found = [call.args[0] for file in programs() for name, call in calls(file) if name == "xpath"]
    assert found
    assert all(isinstance(each, ast.Constant) for each in found)


@for_each("what", OF_SCRIPTS)
def test_no_script_does_this(what: str) -> None:
    assert len(scripts()) > 20
    assert [(file.name, each) for file in scripts() for each in re.findall(OF_SCRIPTS[what], read(file))] == []


def test_no_script_fills_an_object_by_names_from_outside() -> None:
    """What has names that others chose is a Map: an object has members of its own, such as `__proto__`."""
    filled = re.compile(r"\w+\[[a-z]\w*(?:\.\w+)*\]\s*=[^=>]|Object\.assign\(")
    assert [(file.name, each) for file in scripts() for each in filled.findall(read(file))] == []


def test_nothing_but_approved_cryptography_is_imported() -> None:
    found = {what for file in programs() for name, what in imports(file) if name.startswith("cryptography.hazmat")}
    assert found <= APPROVED
    assert "AESGCM" in found


def test_no_broken_hash_is_used() -> None:
    weak = [
        (named(file), ast.unparse(call))
        for file in programs()
        for name, call in calls(file)
        if name in {"md5", "sha1", "new"}
    ]
    assert [each for each in weak if each[1].startswith("hashlib.") and "usedforsecurity=False" not in each[1]] == []


def test_no_secret_is_short_or_guessable() -> None:
    for file in programs():
        if named(file) != "masthead/client/transport/transport.py":  # how long to wait before the next try
            assert "random" not in {name for name, _ in imports(file)}, named(file)
        for name, call in calls(file):
            if name in {"token_hex", "token_bytes", "token_urlsafe"} and (named(file), name) not in NOT_SECRET:
                assert _number(file, call.args[0]) >= LEAST_BYTES, f"{named(file)}: {ast.unparse(call)}"


def _number(file: Path, node: ast.expr) -> int:
    """What is written there, or in the line of the module that gives the constant its value."""
    if isinstance(node, ast.Name):
        names, _, values = re.findall(rf"^((?:\w+, )*{node.id}(?:, \w+)*)( = )([\d, ]+)", read(file), re.MULTILINE)[0]
        return int(values.split(",")[names.split(", ").index(node.id)])
    return int(ast.literal_eval(node))
