"""What anybody may ask of the web server: size and pace of what is sent, and an end to every request."""
