"""The sides' contributions to dice that nobody can know beforehand, and what pages show of them."""
