"""The club's page: what its members see of each other's campaigns, and what its organisers may do."""
