"""Organizations: the list, and the overview of one."""
