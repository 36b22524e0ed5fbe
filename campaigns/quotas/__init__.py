"""Limits on how often an account may do within a day what fills disks or takes others' time."""
