"""The sides' parts in dice that nobody knows beforehand: how they are brought, and what pages say of them."""
