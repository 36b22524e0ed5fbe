"""How the events of Valor of the Guards change its rooms, beside those every refit has."""

from __future__ import annotations

from dataclasses import replace

from rules.kernel import Data, Reducers
from rules.parts.corrections import wishes
from rules.parts.counters import READY, Counter
from rules.parts.refit import corrections
from rules.parts.refit import outcome as refit
from rules.parts.refit import state as refit_state
from rules.parts.refit.outcome import outcome, today
from rules.parts.refit.state import Ledger
from rules.parts.refit.steps.recon import SAID as RECON_SAID
from rules.systems.votg.book import pack
from rules.systems.votg.state import (
    COUNTERATTACK,
    UNTOLD,
    Area,
    Counterattack,
    Ending,
    Landing,
    Line,
    Perimeter,
    Public,
    Report,
    Side,
    Strongpoint,
)


def stage_opened(public: Public, data: Data) -> Public:
    """The next stage; with a new line its day, and what is known of it already. Its account is still to be put."""
    public = replace(refit.stage_opened(public, data), proposal=None)
    if "record" not in data:
        return public
    spent = int(pack()["counterattack"]["chits"]) if data["record"]["kind"] == COUNTERATTACK else 0
    return replace(today(public, **data["record"]), counterattack=None, chits=public.chits - spent)


def enter_stage(side: Side, key: str, data: Data) -> Side:
    """A side's room when a stage opens. A new line has what was left of its points, of both kinds.

    A new CG Day raises a SAN of nothing (12.6142); a Counterattack begins none. Support CPP may go with the day. What
    was bought before is Retained, also if no scenario was played.
    """
    raises = data.get("record", {}).get("kind") != COUNTERATTACK
    keeps = data.get("support_kept", True)

    def begin(before: refit_state.Line) -> Line:
        assert isinstance(before, Line)
        rules, san = pack()["san"], before.san
        if raises and san <= rules["raised_up_to"]:
            san = int(rules["raised_to"])
        line = refit.carried(before, san=san, support=Ledger(before.support.left if keeps else 0))
        assert isinstance(line, Line)
        return line

    entered = refit.entering(begin)(side, key, data)
    assert isinstance(entered, Side)
    return _retained(entered) if len(entered.lines) > len(side.lines) else entered


def _retained(side: Side) -> Side:
    """What was due or in Reserve sets up from then on as everything else does (12.2, 12.6214b)."""
    reserve = pack()["reserve"]["mark"]

    def one(counter: Counter) -> Counter:
        fate = READY if counter.fate == "due" else counter.fate
        return replace(counter, fate=fate, marks=tuple(mark for mark in counter.marks if mark != reserve))

    return replace(side, counters=tuple(map(one, side.counters)))


def booby_level_known(side: Side, key: str, data: Data) -> Side:
    """Nothing of the level of the Booby Traps is untold any more."""
    return replace(side, known={**side.known, UNTOLD: 0}) if side.known.get(UNTOLD) else side


def report_proposed(public: Public, data: Data) -> Public:
    """A side's account of the scenario, for the other to confirm."""
    return replace(public, proposal=Report(**data), proposals=data["number"])


def scenario_ended(public: Public, data: Data) -> Public:
    """12.6041: both sides agree on the account; it stands. A Massacre of before is over (CG14)."""
    assert public.proposal is not None
    return replace(today(public, report=public.proposal, winner=data["winner"]), massacre=False)


def map_told(public: Public, data: Data) -> Public:
    """12.6063, CG12: the edges each side holds and how it stands with the Ferry Landings."""
    edges = {side: tuple(held) for side, held in data["edges"].items()}
    return replace(public, edges=edges, landings={key: Landing(**row) for key, row in data["landings"].items()})


def perimeter_drawn(public: Public, data: Data) -> Public:
    """12.606: the markers of a side's Perimeter; its Isolated Areas are still to be told."""
    drawn = Perimeter(tuple(tuple(loop) for loop in data["loops"]))
    return replace(public, perimeters={**public.perimeters, data["side"]: drawn})


def areas_told(public: Public, data: Data) -> Public:
    """12.6076: a side's Isolated Areas with their types, when nobody tries to escape any more."""
    before = public.perimeters.get(data["side"], Perimeter())
    after = replace(before, areas=tuple(Area(**row) for row in data["areas"]))
    return replace(public, perimeters={**public.perimeters, data["side"]: after})


def fires_told(public: Public, data: Data) -> Public:
    """12.610: what the fires left, for good (CG7), and where it burns on; what burnt before is consumed."""
    terrain = (*public.terrain, *(note for note in data["terrain"] if note not in public.terrain))
    others = {place: line for place, line in public.blazes.items() if line == public.date}
    return replace(public, terrain=terrain, blazes={**others, **dict.fromkeys(data["blazes"], public.date)})


def landings_interdicted(public: Public, data: Data) -> Public:
    """12.602: which Ferry Landings are Interdicted."""
    landings = {key: replace(one, interdicted=key in data["landings"]) for key, one in public.landings.items()}
    return replace(public, landings=landings)


def counterattack_declared(public: Public, data: Data) -> Public:
    """12.613: the Russians follow the German Assault with a Counterattack."""
    return replace(public, counterattack=Counterattack(data["night"]))


def booby_level_set(public: Public, data: Data) -> Public:
    """12.6143, 12.623: the level of the Booby Traps."""
    return replace(public, booby=data["level"])


def massacre_announced(public: Public, data: Data) -> Public:
    """12.609, CG14: Massacre is in effect for the next scenario."""
    return replace(public, massacre=True)


def chit_shown(public: Public, data: Data) -> Public:
    """12.6252: a side's chit is turned over; with an Attack the Russians spend one of theirs."""
    side, chit = data["side"], data["chit"]
    public = replace(public, chits=public.chits - int(data.get("spent", 0)))
    return today(public, chits={**public.today.chits, side: chit})


def scenario_generated(public: Public, data: Data) -> Public:
    """12.6253, 12.6254: the kind of scenario, who sets up and moves first, night and cloud cover, as far as known."""
    known = ("kind", "first", "mover", "night", "cover", "moon")
    return today(public, **{key: data[key] for key in known if key in data})


def night_fell(side: Side, key: str, data: Data) -> Side:
    """12.624, VotG25: a recon rolled before the night was declared counts by it: Russians double, Germans are Lax."""
    rules, found, lax = pack()["recon"], side.now.recon, f"{RECON_SAID}lax"
    if not data.get("after_recon") or not found:
        return side
    if key == rules["night_side"]:
        found *= int(rules["night_factor"])
    elif not side.known.get(lax):
        found = max(0, found - int(rules["night_lax"]))
    return replace(side, lines=(*side.lines[:-1], replace(side.now, recon=found)))


def recon_named(public: Public, data: Data) -> Public:
    """12.6265: a side names a Location to be shown; with `done` it names no more."""
    now, side = public.today, data["side"]
    named = {**now.named, side: (*now.named.get(side, ()), *data["locations"])}
    return today(public, named=named, looked=(*now.looked, side) if data["done"] else now.looked)


def recon_disclosed(public: Public, data: Data) -> Public:
    """12.6265: what was shown of each Location."""
    now, side = public.today, data["side"]
    told = tuple((place, tuple(names)) for place, names in data["told"])
    shown = {**now.shown, side: now.shown.get(side, 0) + len(told)}
    return today(public, disclosed=(*now.disclosed, *told), shown=shown)


def strongpoint_told(public: Public, data: Data) -> Public:
    """CG11.1: a Fanatic Strongpoint both sides know of from now on."""
    return replace(public, strongpoints=(*public.strongpoints, Strongpoint(**data)))


def terrain_noted(public: Public, data: Data) -> Public:
    """CG7: a change of terrain that stays."""
    return replace(public, terrain=(*public.terrain, data["note"]))


def books_opened(public: Public, data: Data) -> Public:
    """The campaign's end: what a side had left, and whom it holds for the winner where nothing else tells."""
    ending = public.ending
    books = {**ending.books, data["side"]: dict(data["left"])}
    claims = {**ending.claims, data["side"]: data["winner"]} if "winner" in data else ending.claims
    return replace(public, ending=replace(ending, books=books, claims=claims))


def winner_named(public: Public, data: Data) -> Public:
    """The sides named different winners: whom a side names now."""
    claims = {**public.ending.claims, data["side"]: data["winner"]}
    return replace(public, ending=replace(public.ending, claims=claims))


def campaign_ended(public: Public, data: Data) -> Public:
    """A winner; the doors open."""
    ending = Ending(public.ending.books, public.ending.claims, data["winner"], data.get("conceded", ""))
    return replace(public, ending=ending, stage="ended", finished=())


def own(side: Side, data: Data) -> Side:
    """What came of an act behind a side's door; `support` changes the line's Support CPP."""
    after = outcome(side, data)
    assert isinstance(after, Side)
    if "support" not in data:
        return after
    now = replace(after.now, support=replace(after.now.support, **data["support"]))
    return replace(after, lines=(*after.lines[:-1], now))


def correction_settled(side: Side, key: str, data: Data) -> Side:
    """What a side wrote down of its record holds now, its Support CPP with it, or is forgotten."""
    _, values = wishes(side.written, key, data)
    after, support = corrections.obeyed(side, key, data), side.now.support
    assert isinstance(after, Side)
    ruled = support.ruled + max(values.get("support", 0), -support.left)
    return replace(after, lines=(*after.lines[:-1], replace(after.now, support=replace(support, ruled=ruled))))


OWN_KINDS = (
    "purchases.made",
    "strength.rolled",
    "weapons.rolled",
    "weapon_types.rolled",
    "ammunition.rolled",
    "artillery.recorded",
    "leader_gates.rolled",
    "leaders.rolled",
    "commissars.exchanged",
    "armor_leaders.rolled",
    "aircraft.received",
    "modules.chosen",
    "chit.chosen",
    "support.received",
    "interdictors.marked",
    "recovery.chosen",
    "recovery.rolled",
    "immobilization.rolled",
    "wrecks.rolled",
    "recalls.settled",
    "platoons.told",
    "platoons.rolled",
    "elr.looked_up",
    "mortar_teams.chosen",
    "works.settled",
    "area.joined",
    "area.added",
    "blazes.rolled",
    "balance.hardened",
    "strongpoints.recorded",
)
"""Events behind a side's door that only this game knows."""

SCENARIO_KINDS = ("scenario.generated", "order.rolled", "night.decided", "cover.set", "mover.rolled")
"""Public events that tell more and more of the scenario to come."""

REDUCERS = Reducers(
    public={
        **refit.PUBLIC_KINDS,
        "stage.opened": stage_opened,
        "report.proposed": report_proposed,
        "scenario.ended": scenario_ended,
        "map.told": map_told,
        "perimeter.drawn": perimeter_drawn,
        "areas.told": areas_told,
        "fires.told": fires_told,
        "landings.interdicted": landings_interdicted,
        "counterattack.declared": counterattack_declared,
        "booby_level.set": booby_level_set,
        "massacre.announced": massacre_announced,
        "chit.shown": chit_shown,
        **dict.fromkeys(SCENARIO_KINDS, scenario_generated),
        "recon.named": recon_named,
        "recon.disclosed": recon_disclosed,
        "strongpoint.told": strongpoint_told,
        "terrain.noted": terrain_noted,
        "books.opened": books_opened,
        "winner.named": winner_named,
        "campaign.ended": campaign_ended,
        "correction.proposed": corrections.proposed,
        "correction.settled": corrections.settled,
    },
    side={**dict.fromkeys((*refit.SIDE_KINDS, *OWN_KINDS), own), "correction.written": corrections.written},
    echo={
        "stage.opened": enter_stage,
        "booby_level.set": booby_level_known,
        "night.decided": night_fell,
        "correction.settled": correction_settled,
    },
)
