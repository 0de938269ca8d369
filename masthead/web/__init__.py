"""What all pages share: settings, sign-in, forms from the contract, page or fragment, refusals, headers."""
