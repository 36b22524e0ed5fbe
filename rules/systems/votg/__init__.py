"""The game system Valor of the Guards: campaign games I to IV in central Stalingrad."""

from rules.systems.votg.system import ValorOfTheGuards

SYSTEM = ValorOfTheGuards()
