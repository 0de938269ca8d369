"""Commands for administrators of Masthead, which look after its records."""

from commands.backup import backup
from commands.doctor import doctor
from commands.restore import restore

COMMANDS = (backup, doctor, restore)
