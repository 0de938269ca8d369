"""The command palette: pages, settings, actions and known objects, found by what people type."""
