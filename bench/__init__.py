"""Measurements: each module measures one thing against what is asked of it, and fails if it falls short."""
