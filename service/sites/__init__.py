"""Sites as they are kept: their addresses and looks, their structure, and the links that share them."""
