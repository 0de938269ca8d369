"""The directory: objects each person has come across, and scans for more."""
