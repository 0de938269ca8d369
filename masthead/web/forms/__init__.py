"""Forms and fields: limits from the contract, edits of two people, pickers, what is named by hand."""
