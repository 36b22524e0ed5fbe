"""The outermost layer: settings, servers, the embedded database and everything else that depends on where we run."""
