"""Content types that Django reads are such as browsers send.

Django has Python's parser of mail read them, also in the heads of a form's parts. That takes seconds over a long one
with many semicolons, fails over some that go on in several parameters, and knows encodings that are none of texts.
"""

import codecs
from collections.abc import Iterable

from django.http import multipartparser
from django.utils.http import parse_header_parameters

LONGEST_TYPE, LONGEST_ACCEPT = 256, 4096
"""Characters; a boundary has 70 at most."""
MOST_PARAMETERS = 20
"""Of a line in the head of a part: a name and a file's name are two, and this one may have semicolons in it."""
OURS = ("utf-8", "ascii")


def are_readable(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether Django can read what a request says that it sends and accepts. Nobody sends forms but in UTF-8."""
    headers = list(headers)
    kind, accepted = (_value(headers, name) for name in (b"content-type", b"accept"))
    if len(kind) > LONGEST_TYPE or len(accepted) > LONGEST_ACCEPT:
        return False
    try:
        for each in accepted.split(","):
            parse_header_parameters(each)
        _, parameters = parse_header_parameters(kind)
        return codecs.lookup(parameters.get("charset", "utf-8")).name in OURS
    except LookupError:
        return True  # Django reads what it does not know as UTF-8
    except (TypeError, ValueError):
        return False


def is_in_parts(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a request says that its body is a form in parts, which may hold files."""
    return _value(headers, b"content-type").startswith("multipart/form-data")


def _value(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    """The value of a header as it reaches Django."""
    return ",".join(value.decode("latin-1") for each, value in headers if each == name)


def parse_line(line: str) -> tuple[str, dict[str, str]]:
    """Parse a line in the head of a part. Raises ValueError, over which Django leaves the line out."""
    if line.count(";") > MOST_PARAMETERS:
        raise ValueError("more parameters than any browser sends")
    try:
        return parse_header_parameters(line)
    except TypeError as error:  # of parameters that go on in two ways
        raise ValueError("parameters that can't be put together") from error


def guard_parts() -> None:
    """Have Django parse the heads of a form's parts by `parse_line`."""
    multipartparser.parse_header_parameters = parse_line  # type: ignore[attr-defined]
