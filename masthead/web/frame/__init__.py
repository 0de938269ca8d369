"""The parts that every page has: layout, navigation, messages, errors."""
