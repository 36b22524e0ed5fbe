"""The headers of every answer, whoever gives it: Django, the server of static files, or the live streams."""

from django.conf import settings

UNUSED = (
    "accelerometer", "autoplay", "browsing-topics", "camera", "clipboard-read", "display-capture",
    "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "idle-detection", "magnetometer",
    "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
USED = ("publickey-credentials-create", "publickey-credentials-get")
"""What the pages of passkeys ask of the browser. All else is closed, also to a script that got in among ours."""
EVERYWHERE: dict[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # an invitation's address must not travel to another site
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join([*(f"{name}=()" for name in UNUSED), *(f"{name}=(self)" for name in USED)]),
}
NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The content policy of answers that are not pages: nothing runs in one that a browser shows as a page."""


def fixed_headers() -> dict[str, str]:
    """Return the headers for an answer that sets none of them itself."""
    headers = {**EVERYWHERE, "Content-Security-Policy": NO_PAGE}
    if settings.SECURE_HSTS_SECONDS:
        headers["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return headers
