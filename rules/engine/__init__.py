"""What games are made of: stages, steps, tasks, reducers, data files. It knows no game."""
