"""The `masthead` command, for administrators at a terminal and for pipelines. It starts without the portal."""
