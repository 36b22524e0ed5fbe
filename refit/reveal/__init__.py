"""The reveal: what a side's reinforcements brought, as pages and as a picture."""
