"""Roads to Stalingrad: a card-driven game for two, played whole in the program."""
