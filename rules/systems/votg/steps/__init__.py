"""The steps of the RePh and of the scenario, in their stages."""
