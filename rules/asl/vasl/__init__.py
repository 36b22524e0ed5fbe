"""What VASL, the program these games are mostly played with, says of a scenario's end, beside what a side owns."""
