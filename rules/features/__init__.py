"""Features that only some games have: values, and Protocols that hosts ask for with `isinstance`. See ADR 13."""
