"""What the host looks at and decides: accounts on or off, who may register, whether jobs run."""
