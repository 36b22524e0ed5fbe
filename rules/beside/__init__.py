"""What games have in common that are played beside their board, with tables rolled on when it asks for them."""
