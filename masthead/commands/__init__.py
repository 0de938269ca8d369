"""Commands for operators: `backup`, `restore`, `doctor`, and `organization` for those of administrators."""

from masthead.commands.backups import backup, restore
from masthead.commands.doctor import doctor
from masthead.commands.organization import organization

COMMANDS = (backup, doctor, organization, restore)
