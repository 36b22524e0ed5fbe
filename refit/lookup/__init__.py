"""Pages to look tables and charts up."""
