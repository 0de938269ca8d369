"""Commands for operators: `backup`, `restore` and `doctor`."""

from masthead.commands.backups import backup, restore
from masthead.commands.doctor import doctor

COMMANDS = (backup, doctor, restore)
