"""Teams as they are kept: who is in them, and what they may do where."""
