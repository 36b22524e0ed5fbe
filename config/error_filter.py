"""What an error report may hold: the trace, and nothing that was in a form or a variable.

Variables of the code that decides for a side are that side's secrets, and a form may carry a purchase or a password.
"""

from collections.abc import ItemsView

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class TraceOnlyFilter(SafeExceptionReporterFilter):
    """Leaves out every local variable, cookie and posted value, whatever DEBUG says."""

    def is_active(self, request: HttpRequest | None) -> bool:
        """Filter always: a debug page may be left open on a shared screen."""
        return True

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: object) -> ItemsView[str, object]:
        """Hide every variable of every frame."""
        return {}.items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, object]:
        """Leave out what was posted, the names too: a field may be named after a group only one side knows of."""
        return {}

    def get_safe_cookies(self, request: HttpRequest) -> dict[str, object]:
        """Name the cookies, without their values."""
        return dict.fromkeys(request.COOKIES, self.cleansed_substitute)
