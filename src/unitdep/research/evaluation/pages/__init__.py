"""Pages: documents written from results files."""
