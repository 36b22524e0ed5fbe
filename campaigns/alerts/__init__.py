"""Alerts: what somebody is told of his campaigns, on channels of his choice."""
