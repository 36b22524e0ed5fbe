"""What only some games have: values and Protocols, which a host finds by `isinstance`. They know the contract alone."""
