"""Pages as a PDF file."""
