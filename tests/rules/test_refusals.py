"""Whatever an order says, the answer is events or a refusal with a sentence: never another exception.

Of every game with a refit phase, at every step; what holds of any game stands in `tests/systems`.
"""

from collections.abc import Iterator

import pytest

from rules.asl.orders import ORDERS
from rules.contract import Refused
from tests.rules.driver import BUTTONS, Driver
from tests.rules.free_texts import is_remark
from tests.rules.garbage import NO_NUMBERS, check_answer, check_onward, check_wrong_die, draw_order, steps, tries
from tests.systems.refit_game import RefitScripts, refit_games

GAMES = refit_games()
STEPS = [(key, step) for key, scripts in GAMES.items() for step in steps(scripts.driver())]
ANSWERS = {**BUTTONS, "report": "propose"}


@pytest.fixture(params=GAMES)
def scripts(request: pytest.FixtureRequest) -> RefitScripts:
    """Each game with a refit phase."""
    return GAMES[request.param]


def standing(scripts: RefitScripts) -> Iterator[tuple[str, str, Driver]]:
    """Every step with a side it waits for, and a campaign that stands there."""
    for (step, side), state in scripts.positions.items():
        yield step, side, scripts.at(state)


@pytest.mark.parametrize(("key", "step"), STEPS)
def test_every_step_is_reached_by_somebody(key: str, step: str) -> None:
    assert any(reached == step for reached, _ in GAMES[key].positions)


def test_the_rare_positions_are_what_they_are_called(scripts: RefitScripts) -> None:
    for (step, side), state in scripts.rare().items():
        assert scripts.at(state).current(side).spec.key == step


@pytest.mark.sampled(60)
@pytest.mark.parametrize(("key", "step"), STEPS)
def test_any_order_at_any_step_is_carried_out_or_refused_with_a_sentence(key: str, step: str) -> None:
    scripts = GAMES[key]
    waiting = {side: state for (reached, side), state in scripts.positions.items() if reached == step}
    for chance in tries(step):
        side = chance.choice([side for side in scripts.system.sides if side in waiting])
        game = scripts.at(waiting[side])
        kind, order = draw_order(chance, game, side, scripts.baskets)
        check_answer(game, side, kind, order)


@pytest.mark.parametrize("kind", ["", "Roll", "view", "\ud800", "x" * 500], ids=ascii)
def test_an_order_of_no_known_kind_is_refused(scripts: RefitScripts, kind: str) -> None:
    with pytest.raises(Refused, match="no order"):
        scripts.driver().order(next(iter(scripts.system.sides)), kind)


def test_a_wrong_die_of_ones_own_is_refused_before_the_host_throws_the_others(scripts: RefitScripts) -> None:
    assert len({step for step, side, game in standing(scripts) if check_wrong_die(game, side)}) > 5


def test_whoever_goes_on_with_what_follows_is_not_refused_after_dice_either(scripts: RefitScripts) -> None:
    for _, side, game in standing(scripts):
        check_onward(game, side)


@pytest.mark.parametrize("kind", sorted(ORDERS))
def test_an_entry_nobody_asked_for_is_refused(scripts: RefitScripts, kind: str) -> None:
    for step, side, game in standing(scripts):
        if kind in game.current(side).spec.handlers or step == "play":
            with pytest.raises(Refused):
                game.order(side, kind, surprise=1)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("wrong", ["zzz", -1, 10**7, "x" * 500, [1], "\x00", 1.5], ids=ascii)
def test_a_wrong_entry_of_a_step_is_refused_by_field_and_rule_with_a_way_out(
    scripts: RefitScripts, wrong: object
) -> None:
    seen: dict[tuple[str, str], bool] = {}
    for step, side, game in standing(scripts):
        task = game.current(side).task
        for field in getattr(getattr(task, "form", task), "fields", ()):
            try:
                game.order(side, ANSWERS[task.kind], **{field.name: wrong})
            except Refused as refused:
                rule = refused.rule or is_remark(field)  # which is nobody's rule
                seen[step, field.name] = all((refused.message, refused.field, rule, refused.way_out))
            else:
                game = scripts.at(scripts.positions[step, side])
    assert len({step for step, _ in seen}) > 10
    assert [entry for entry, whole in seen.items() if not whole] == []


@pytest.mark.parametrize("wrong", NO_NUMBERS)
def test_a_number_that_is_none_is_refused_wherever_it_is_typed(scripts: RefitScripts, wrong: object) -> None:
    game = scripts.driver()
    for side in game.sides:
        with pytest.raises(Refused):
            game.order(side, "seal", rows={"I1": {"n": wrong}})
        with pytest.raises(Refused):
            game.order(side, "lose", piles={"1": wrong})
        with pytest.raises(Refused):
            game.order(side, "add", kind="squad", name="4-6-7", count=wrong)
    with pytest.raises(Refused):
        game.until("victory").order(game.sides[0], "propose", **{scripts.reported: wrong})
