"""Where the web server listens if nothing else is said, and whether it can listen somewhere."""

import errno
import socket

DEFAULT_BIND = "127.0.0.1:8000"


def see_that_free(host: str, port: int) -> None:
    """Raise OSError, with the remedy, if nothing can listen there."""
    bind = f"{host}:{port}"
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise OSError(f"{bind} is for root alone; choose a port above 1023 and put a proxy in front") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise OSError(
                    f"nothing can listen at {bind} ({error}); set REFIT_BIND to one of our addresses"
                ) from None
            raise OSError(
                f"{bind} is in use; stop what listens there, or choose another, e.g. REFIT_URL=http://127.0.0.1:8001"
                " make run, or REFIT_BIND for the web server alone"
            ) from None
