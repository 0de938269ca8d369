"""Forms and fields: limits from the contract, merged edits, pickers, validation of typed ids."""
