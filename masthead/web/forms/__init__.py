"""Forms and fields: limits from the contract, merged edits, pickers, and validation of typed ids."""
