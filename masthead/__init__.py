"""The library of the portal: everything below its pages."""
