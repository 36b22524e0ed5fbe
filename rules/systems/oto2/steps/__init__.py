"""The steps of the Reorganization Phase and of the scenario, in their stages."""
