"""Corrections: what is wrong on record is put right when both sides or the umpire agree, and never otherwise."""

from typing import Any

import pytest

from rules.asl import reducers
from rules.contract import PUBLIC, Order, Refused
from rules.engine.corrections import AGREED, MOST_OPEN, REFUSED, WITHDRAWN
from rules.engine.replace import replace
from rules.systems.oto2.state import GERMAN, RUSSIAN
from rules.systems.oto2.system import SYSTEM
from tests.rules.play import Game

WHY = "I misread the table"


def judged(game: Game, **data: Any) -> None:
    """The umpire's verdict, with no side's room open to him."""
    for event in SYSTEM.judge(game.state.only(()), Order("settle", data)):
        game.state = SYSTEM.apply(game.state, event)


def own(game: Game, side: str = GERMAN, **values: Any) -> None:
    game.order(side, "correct", about="own", reason=WHY, **values)


def reported() -> Game:
    """A campaign whose first scenario both sides have agreed on: 6 LVP, German CVP 44, EVP 3."""
    game = Game()
    while not game.state.public.dates[0].report:
        for side in (GERMAN, RUSSIAN):
            game.answer(side)
    return game


def test_a_proposal_changes_nothing_until_the_other_side_agrees():
    game = Game()
    held = game.room(GERMAN).now.ledger.left
    own(game, cpp=held + 3)
    assert game.room(GERMAN).now.ledger.left == held
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert game.room(GERMAN).now.ledger.left == held + 3
    assert game.room(GERMAN).now.ledger.ruled == 3
    assert game.room(GERMAN).written == {}
    assert game.state.public.corrections[0].judge == RUSSIAN


def test_the_umpire_may_agree_in_the_place_of_the_other_side():
    game = Game()
    own(game, elr=4, san=5)
    judged(game, number=1, verdict=AGREED)
    assert (game.room(GERMAN).now.elr, game.room(GERMAN).now.san) == (4, 5)
    assert game.state.public.corrections[0].judge == "umpire"


@pytest.mark.parametrize("verdict", [REFUSED, WITHDRAWN])
def test_what_is_not_agreed_to_changes_nothing(verdict: str):
    game = Game()
    before = game.room(GERMAN).now
    own(game, cpp=1, elr=2)
    game.order(GERMAN if verdict == WITHDRAWN else RUSSIAN, "settle", number=1, verdict=verdict)
    assert game.room(GERMAN).now == before
    assert game.room(GERMAN).written == {}


def test_nobody_agrees_to_his_own_correction():
    game = Game()
    own(game, elr=4)
    with pytest.raises(Refused, match="no answer") as caught:
        game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert "withdraw" in caught.value.way_out


def test_a_settled_correction_waits_for_no_second_verdict():
    game = Game()
    own(game, elr=4)
    game.order(RUSSIAN, "settle", number=1, verdict=REFUSED)
    for number in (1, 2, "x"):
        with pytest.raises(Refused):
            game.order(RUSSIAN, "settle", number=number, verdict=AGREED)


def test_the_others_learn_reason_and_seal_of_a_secret_correction_and_no_figure():
    game = Game()
    events = game.order(GERMAN, "correct", about="own", reason=WHY, cpp=17, elr=2)
    (public,) = [event for event in events if event.room == PUBLIC]
    assert public.seals
    assert dict(public.data) == {"number": 1, "by": GERMAN, "room": GERMAN, "reason": WHY}
    (verdict,) = game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert "effect" not in verdict.data
    seen = SYSTEM.corrections(game.state.only([RUSSIAN]), RUSSIAN)
    assert seen.wanted == {}


def test_points_are_added_or_taken_and_never_fall_below_nothing():
    """What was wanted was written before the points were spent on something else."""
    game = Game()
    held = game.room(GERMAN).now.ledger.left
    own(game, cpp=0)
    game.order(GERMAN, "seal", rows={"I1": {"n": 1}})
    spent = game.room(GERMAN).now.ledger.spent
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    budget = game.room(GERMAN).now.ledger
    assert (budget.left, budget.ruled) == (0, spent - held)


def test_7_4_a_corrected_account_brings_another_result():
    game = reported()
    before = game.state.public.dates[0]
    assert before.report is not None
    game.order(GERMAN, "correct", about="report_0", reason=WHY, lvp=0, evp=0, cvp_german=19)
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    after = game.state.public.dates[0]
    assert after.report is not None
    assert (after.report.lvp, after.report.evp, after.report.cvp) == (0, 0, {**before.report.cvp, GERMAN: 19})
    assert (after.report.turn, after.report.number) == (before.report.turn, before.report.number)
    assert (after.vp, after.scenario_vp, after.winner) == (0, 0, GERMAN)
    assert SYSTEM.view(game.state.only(()), None).public.score.vp == 0


def two_reported() -> Game:
    """Two scenarios are over, the first with 20 German CVP for a VP, the second with none."""
    reports = {0: {"lvp": 4, "cvp_german": 20, "evp": 0}, 1: {"lvp": 4, "cvp_german": 0, "evp": 0}}
    return Game(reports=reports).until("purchase", date=2)


def test_7_4_a_correction_of_any_report_brings_the_later_results_with_it():
    game = two_reported()
    before = game.public.dates
    game.order(GERMAN, "correct", about="report_0", reason=WHY, cvp_german=0)
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    after = game.public.dates
    assert [b.vp - a.vp for b, a in zip(before[:2], after[:2], strict=True)] == [1, 1]
    assert after[0].report.cvp[GERMAN] == 0
    assert after[1].report == before[1].report
    assert after[2] == before[2]


def test_7_5171_that_it_rained_is_put_right_too_and_says_which_dice_rest_on_it():
    game = two_reported()
    (proposed,) = game.order(RUSSIAN, "correct", about="report_0", reason=WHY, rain=True)
    assert proposed.data["rests"] == ["Weather"]
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert game.public.dates[0].rained
    assert game.public.dates[0].report.rain


def test_7_516_a_corrected_CVP_says_which_dice_rest_on_it_and_leaves_them():
    game = two_reported()
    elr = game.room(GERMAN).now.elr
    (proposed,) = game.order(GERMAN, "correct", about="report_0", reason=WHY, cvp_german=60)
    rests: Any = proposed.data["rests"]
    assert {"Battle hardening of MMC", "ELR loss or gain"} <= set(rests)
    sentence = SYSTEM.describe(proposed).sentence
    assert "the report of 23AM" in sentence
    assert "ELR loss or gain" in sentence
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert game.room(GERMAN).now.elr == elr


def test_7_517_weather_and_wind_are_put_right_for_both():
    game = Game()
    game.order(RUSSIAN, "correct", about="shared", reason=WHY, weather="Clear", ec="Moist", wind="N, mild")
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    today = game.state.public.today
    assert (today.weather, today.ec, today.wind) == ("Clear", "Moist", "N, mild")


def test_7_523_what_was_announced_is_put_right_in_public_and_in_the_record_of_its_side():
    game = Game()
    while not game.state.public.today.elr.get(GERMAN):
        for side in (GERMAN, RUSSIAN):
            game.answer(side)
    shown = {field.name for field in SYSTEM.corrections(game.state.only([GERMAN]), GERMAN).forms["own"].fields}
    assert "elr" not in shown
    game.order(RUSSIAN, "correct", about="shared", reason=WHY, elr_german=2, san_german=6)
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert (game.state.public.today.elr[GERMAN], game.state.public.today.san[GERMAN]) == (2, 6)
    assert (game.room(GERMAN).now.elr, game.room(GERMAN).now.san) == (2, 6)


def test_7_5122_a_SAN_that_is_bought_before_the_nod_comes_on_top_of_the_correction():
    game = Game()
    held = game.room(GERMAN).now.san
    own(game, san=held + 2)
    group = next(row.id for row in game.context(GERMAN).rules.groups[GERMAN].values() if row.kind == "san")
    game.order(GERMAN, "seal", rows={group: {"n": 1}})
    assert game.room(GERMAN).now.san == held + 1
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert game.room(GERMAN).now.san == held + 3


def test_7_516_a_corrected_elr_stays_within_its_limits_whatever_has_moved_it_meanwhile():
    game = Game().put(GERMAN, elr=3, san=1)
    own(game, elr=4, san=0)
    game.put(GERMAN, elr=4, san=0)
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert (game.room(GERMAN).now.elr, game.room(GERMAN).now.san) == (4, 0)


def test_7_523_what_was_announced_is_put_right_once():
    """From the announcement on ELR and SAN are public, and so is what is wrong about them."""
    game = Game()
    elr = game.room(GERMAN).now.elr
    own(game, elr=elr - 1, cpp=game.room(GERMAN).now.ledger.left + 2)
    assert SYSTEM.corrections(game.state.only([GERMAN]), GERMAN).wanted[1] == ("CPP in hand +2", "ELR -1")
    game.until("play", GERMAN)
    assert game.public.today.elr[GERMAN] == elr
    wanted = SYSTEM.corrections(game.state.only([GERMAN]), GERMAN).wanted[1]
    assert wanted == ("CPP in hand +2", "ELR: announced since, to be corrected in public")
    game.order(GERMAN, "correct", about="shared", reason=WHY, elr_german=elr - 1)
    for number in (2, 1):
        game.order(RUSSIAN, "settle", number=number, verdict=AGREED)
    row = game.room(GERMAN).now
    assert (game.public.today.elr[GERMAN], row.elr, row.ledger.ruled) == (elr - 1, elr - 1, 2)


def test_7_5122_an_announced_SAN_is_put_right_by_as_much_whatever_was_bought_since():
    game = Game(rulings={"elr_san_secret": "open"}).until("purchase", GERMAN, 1)
    told, held = game.public.today.san[GERMAN], game.room(GERMAN).now.san
    assert told == held
    game.order(RUSSIAN, "correct", about="shared", reason=WHY, san_german=told + 1)
    group = next(row.id for row in game.context(GERMAN).rules.groups[GERMAN].values() if row.kind == "san")
    game.order(GERMAN, "seal", rows={group: {"n": 1}})
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert (game.public.today.san[GERMAN], game.room(GERMAN).now.san) == (told + 1, held + 2)


def test_7_516_an_announced_elr_that_moved_before_the_nod_is_put_right_by_as_much():
    game = Game(rulings={"elr_san_secret": "open"}, seed=3).until("elr", GERMAN, 1)
    game.put(GERMAN, elr=3)
    game.state = replace(game.state, public=reducers.today(game.public, elr={GERMAN: 3}))
    game.order(RUSSIAN, "correct", about="shared", reason=WHY, elr_german=2)
    game.roll(GERMAN, 6, 6)
    rolled = game.room(GERMAN).now.elr
    assert rolled == game.public.today.elr[GERMAN] != 3
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert (game.public.today.elr[GERMAN], game.room(GERMAN).now.elr) == (rolled - 1, rolled - 1)


def test_7_517_what_both_know_is_put_right_on_the_date_it_was_said_of_however_late_the_nod():
    game = Game().until("play")
    weather, elr = game.public.today.weather, dict(game.public.today.elr)
    game.order(RUSSIAN, "correct", about="shared", reason=WHY, weather="Rain", elr_german=elr[GERMAN] + 1)
    game.until("play", date=1)
    told, row = game.public.today, game.room(GERMAN).now
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert weather != "Rain" == game.public.dates[0].weather
    assert game.public.dates[0].elr == {**elr, GERMAN: elr[GERMAN] + 1}
    now = {**told.elr, GERMAN: min(told.elr[GERMAN] + 1, 4)}
    assert game.public.today == replace(told, elr=now), "the date in play has a weather of its own"
    assert game.room(GERMAN).now == replace(row, elr=now[GERMAN]), "and an ELR that began with the wrong one"


def test_7_516_and_7_5122_what_was_announced_wrong_is_wrong_in_the_secret_row_of_the_next_date_too():
    game = Game(seed=3).until("play")
    told = game.public.today
    wrong = {"elr_german": told.elr[GERMAN] - 1, "san_german": told.san[GERMAN] + 1}
    game.order(RUSSIAN, "correct", about="shared", reason=WHY, **wrong)
    game.until("purchase", GERMAN, 1)
    row = game.room(GERMAN).now
    assert not game.public.today.elr
    assert row.elr > 1
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert (game.room(GERMAN).now.elr, game.room(GERMAN).now.san) == (row.elr - 1, row.san + 1)
    assert (game.public.dates[0].elr[GERMAN], game.public.dates[0].san[GERMAN]) == tuple(wrong.values())
    assert not game.public.today.elr, "nothing is announced by it"


def test_a_reason_alone_is_a_ruling_in_words():
    game = Game()
    game.order(RUSSIAN, "correct", about="shared", reason="The rubble in N20 is wooden")
    game.order(GERMAN, "settle", number=1, verdict=AGREED)
    assert game.state.public.corrections[0].reason == "The rubble in N20 is wooden"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"about": "own", "reason": "", "elr": 4}, "Say what is wrong"),
        ({"about": "own", "reason": WHY}, "Nothing of your own record"),
        ({"about": "own", "reason": WHY, "elr": 99}, "not between"),
        ({"about": "own", "reason": WHY, "lvp": 3}, "no entry called"),
        ({"about": "theirs", "reason": WHY}, "can't be corrected"),
        ({"about": "shared", "reason": WHY, "weather": "Frogs"}, "one of those listed"),
        ({"about": "shared", "reason": WHY, "lvp": 3}, "no entry called"),
        ({"about": ["own"], "reason": WHY}, "can't be corrected"),
    ],
)
def test_a_proposal_that_does_not_fit_is_refused(data: dict[str, Any], said: str):
    game = Game()
    with pytest.raises(Refused, match=said):
        game.order(GERMAN, "correct", **data)
    assert game.state.public.corrections == ()


def test_a_side_has_few_proposals_open_at_a_time():
    game = Game()
    for n in range(MOST_OPEN):
        game.order(GERMAN, "correct", about="shared", reason=f"{WHY} {n}")
    with pytest.raises(Refused, match="wait already"):
        own(game, elr=4)
    own(game, side=RUSSIAN, elr=2)


def test_an_umpire_gives_no_orders():
    game = Game()
    with pytest.raises(Refused, match="gives no orders"):
        SYSTEM.judge(game.state.only(()), Order("concede"))


def test_every_correction_is_told():
    game = reported()
    game.order(GERMAN, "correct", about="report_0", reason=WHY, lvp=3)
    own(game, cpp=40)
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    game.order(GERMAN, "settle", number=2, verdict=WITHDRAWN)
    told = [SYSTEM.describe(event).sentence for event in game.events if event.kind.startswith("correction")]
    assert any(
        "Correction 1: the German side wants the report of 23AM put right" in each and "LVP 6 → 3" in each
        for each in told
    )
    assert any(each.startswith("Wanted by correction 2: CPP in hand") for each in told)
    assert "The Russian side agreed to correction 1. “I misread the table”" in told
    assert "The German side withdrew correction 2. “I misread the table”" in told


def test_who_answers_reads_what_stands_and_what_is_wanted_in_the_words_of_the_report():
    game = reported()
    game.order(GERMAN, "correct", about="report_0", reason=WHY, rain=True, cvp_german=40)
    read = SYSTEM.corrections(game.state.only([RUSSIAN]), RUSSIAN).wanted[1]
    assert read == ("It rained no → yes", "CVP, German 44 → 40")
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    assert SYSTEM.corrections(game.state.only(()), None).wanted[1] == read, "also when the record has it"


def test_the_roster_sheet_counts_a_correction_with_the_points_received_and_says_so():
    game = Game()
    own(game, cpp=game.room(GERMAN).now.ledger.left + 3)
    game.order(RUSSIAN, "settle", number=1, verdict=AGREED)
    sheet = SYSTEM.sheets(game.state.only([GERMAN]), GERMAN)["roster"]
    budget = game.room(GERMAN).now.ledger
    row = sheet.tables[0].blocks[0].rows[0]
    assert row[2:5] == (budget.start, 3, budget.start + 3)
    assert any("+3 CPP by an agreed correction" in note for note in sheet.notes)
