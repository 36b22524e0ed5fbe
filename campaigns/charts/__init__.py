"""The charts that owners of a game type in: models, forms, pages and addresses."""
