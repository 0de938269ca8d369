"""Parts of every page: layout, navigation, messages, errors."""
