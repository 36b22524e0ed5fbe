"""The game system Valor of the Guards: campaign games I to IV in central Stalingrad."""
