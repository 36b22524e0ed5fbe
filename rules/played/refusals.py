"""Refusals as data: a file has their sentences, with rule, entry and way out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rules.contract import Refused
from rules.engine.charts import Remark
from rules.engine.data_files import DataModel, load_data
from rules.text import gettext


class Refusal(DataModel):
    """A refusal; `field` is the entry or column it is about, `rule` the paragraph, unless the sentence names it."""

    sentence: str
    way_out: str
    field: str
    rule: str = ""


class Refusals:
    """The refusals of a refusals.toml."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def no(self, key: str, *, rule: str = "", field: str = "", **places: object) -> Refused:
        """The refusal called `key`, to be raised; `rule` and `field` overrule those of the file."""
        text = _load(self._path)[key]
        sentence, way_out = gettext(text.sentence, **places), gettext(text.way_out, **places)
        return Refused(sentence, rule=rule or text.rule, field=field or text.field, way_out=way_out)

    def remark(self, key: str, *, field: str = "", **places: object) -> Remark:
        """The refusal called `key` as a remark about a cell of a chart."""
        text = _load(self._path)[key]
        return field or text.field, gettext(text.sentence, **places), gettext(text.way_out, **places)


@cache
def _load(path: Path) -> Mapping[str, Refusal]:
    return load_data(path, dict[str, Refusal])
