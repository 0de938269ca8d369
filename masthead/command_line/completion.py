"""Completion scripts for bash and zsh. They contain all words, so completing starts no program."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from masthead.command_line.terminal import SAME

if TYPE_CHECKING:
    from masthead.command_line.program import Command

SCRIPT = """\
_masthead() {{
    local words
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{commands} --help --version"
    COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _masthead masthead
"""
ZSH = "autoload -Uz bashcompinit && bashcompinit\n"


def print_completion(commands: Mapping[str, "Command"], shell: str) -> int:
    cases = "\n".join(f'        {name}) words="{" ".join(_words(each))}" ;;' for name, each in commands.items())
    print((ZSH if shell == "zsh" else "") + SCRIPT.format(cases=cases, commands=" ".join(commands)), end="")
    return SAME


def _words(command: "Command") -> list[str]:
    choices = [word for _, options in command.arguments for word in options.get("choices", ())]
    return [*choices, *(name for name, _ in command.arguments if name.startswith("-")), "--help"]
