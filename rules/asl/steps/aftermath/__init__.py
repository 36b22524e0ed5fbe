"""What a scenario leaves behind: task checks, the Perimeter, clearing, hardening."""
