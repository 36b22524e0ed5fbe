"""What games played beside their board share: tables that are rolled on when the board calls for them."""
