"""Bash completes commands, kinds and options from the script alone."""

import subprocess

from tests.command_line.terminals import Terminal
from tests.loops import for_each

PRESS = """
source /dev/stdin <<< "$SCRIPT"
COMP_WORDS=($LINE "$WORD"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_masthead
echo "${COMPREPLY[@]}"
"""


@for_each(
    "line, word, offered",
    [
        ("masthead", "pl", "plan"),
        ("masthead list", "si", "sites site-spaces"),
        ("masthead open sites", "--", "--organization --help"),
        ("masthead completion", "", "bash zsh --help"),
        ("masthead plan", "organization.y", ""),  # bash offers files then
    ],
)
def test_a_key_press_offers_words(line: str, word: str, offered: str, terminal: Terminal) -> None:
    environment = {**terminal.environment, "SCRIPT": terminal.run("completion", "bash")[1], "LINE": line, "WORD": word}
    done = subprocess.run(["bash", "-c", PRESS], env=environment, capture_output=True, text=True, check=True)
    assert (done.stdout.strip(), done.stderr) == (offered, "")
    assert terminal.run("completion", "zsh")[1].startswith("autoload")
