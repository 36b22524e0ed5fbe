"""Data files are checked when they are read: an unknown, missing or wrong key is named with its file and line."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from rules.engine.data_files import DataModel, Datum, Read, ReadValue, TableError, Value, load_data
from rules.systems.oto2 import pack as oto2
from rules.systems.votg import pack as votg


class Price(Datum, Read[int]):
    HANGS = "price"
    price: int


class File(DataModel):
    recon: Price
    floor: Value[int]
    names: Mapping[str, tuple[str, ...]]
    given: tuple[ReadValue[int], ...] = ()


PLAIN = """
[recon]
price = 2
reading.recon_price = {two = 2, three = 3}
cite = "7.5"
status = "printed"

[floor]
value = 0
cite = "CG12"
status = "inferred"

[names]
german = ["one"]
"""


def read(folder: Path, text: str) -> File:
    path = folder / "pack.toml"
    path.write_text(text, encoding="utf-8")
    return load_data(path, File)


def test_a_value_that_hangs_on_a_ruling_is_the_one_a_campaign_chose(tmp_path):
    data = read(tmp_path, PLAIN + "[[given]]\nvalue = 1\nreading.recon_price = {two = 1, three = 5}\n")
    assert data.recon.price == 2
    assert data.under({"recon_price": "three"}).recon.price == 3
    assert data.under({"recon_price": "three"}).given[0].value == 5
    assert data.under({"recon_price": "two"}) == data


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (PLAIN.replace("price = 2", "prise = 2"), "pack.toml, line 2: recon.price: Field required"),
        (PLAIN.replace("price = 2", "prise = 2"), "pack.toml, line 3: recon.prise: Extra inputs are not permitted"),
        (PLAIN.replace("price = 2", 'price = "2"'), "pack.toml, line 3: recon.price: Input should be a valid integer"),
        (PLAIN.replace("three = 3", 'three = "3"'), "recon.reading.recon_price.three: Input should be a valid integer"),
        (PLAIN.replace("value = 0", "value = true"), "floor.value: Input should be a valid integer"),
        (PLAIN.replace('["one"]', '"one"'), "names.german: Input should be a valid array"),
        (PLAIN.replace('cite = "7.5"\n', ""), "recon.cite: Field required"),
        (PLAIN.replace("printed", "guessed"), "recon.status: Input should be 'printed', 'inferred' or 'missing'"),
        (PLAIN + "[flor]\nvalue = 1\n", "flor: Extra inputs are not permitted"),
    ],
)
def test_what_is_wrong_is_named_with_its_file_and_key(tmp_path, wrong, told):
    with pytest.raises(TableError) as refused:
        read(tmp_path, wrong)
    assert told in str(refused.value)


def test_a_reading_of_no_ruling_fails_when_a_campaign_reads_it(tmp_path):
    with pytest.raises(KeyError):
        read(tmp_path, PLAIN).under({})


@pytest.mark.parametrize(("model", "folder"), [(oto2.Pack, "oto2"), (votg.Pack, "votg")])
@pytest.mark.parametrize(("right", "wrong"), [("price_better", "price_beter"), ("rolls_from", "rolls_form")])
def test_a_misspelt_key_of_a_pack_fails_when_it_is_read(tmp_path, model, folder, right, wrong):
    text = (Path("rules/systems") / folder / "data" / "pack.toml").read_text(encoding="utf-8")
    (tmp_path / "pack.toml").write_text(text.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(TableError, match=f"pack.toml, line [0-9]+: .*{wrong}: Extra inputs"):
        load_data(tmp_path / "pack.toml", model)


def below(model: type[Read[Any]]) -> set[type[Read[Any]]]:
    return {model}.union(*map(below, model.__subclasses__()))


def test_what_hangs_on_a_ruling_is_a_field():
    found = [each for each in below(Read) if "value" in each.model_fields or each.HANGS != "value"]
    assert len(found) > 20
    assert [each for each in found if each.HANGS not in each.model_fields] == []
