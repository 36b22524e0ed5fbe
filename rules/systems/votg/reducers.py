"""How the events of Valor of the Guards change its rooms, beside those every refit has."""

from __future__ import annotations

from collections.abc import Mapping

from rules.asl import from_paper
from rules.asl import reducers as asl
from rules.asl.counters import READY, Counter
from rules.asl.payloads import FiresTold, OfSide, ReconDisclosed, Recorded, ScenarioEnded
from rules.asl.reducers import apply_outcome, today
from rules.asl.state import CppBudget
from rules.asl.steps.setup.recon import RECON_KEY
from rules.engine.corrections import CorrectionSettled, settle_wishes
from rules.engine.replace import replace
from rules.systems.votg import exits, payloads
from rules.systems.votg.pack import DATA, pack
from rules.systems.votg.state import (
    COUNTERATTACK,
    LEVELS_NOT_ANNOUNCED,
    Counterattack,
    Landing,
    Public,
    RosterRow,
    SideRoom,
    Strongpoint,
)


def stage_opened(public: Public, data: payloads.StageOpened) -> Public:
    """The next stage; with a new date its day, and what is known of it already."""
    public = asl.stage_opened(public, data)
    if "record" not in data:
        return public
    spent = pack().counterattack.chits if data["record"]["kind"] == COUNTERATTACK else 0
    return replace(today(public, **data["record"]), counterattack=None, chits=public.chits - spent)


def enter_stage(side: SideRoom, key: str, data: payloads.StageOpened) -> SideRoom:
    """A side's room when a stage opens. A new date has what was left of its points, of both kinds.

    A new CG Day raises a SAN of nothing (12.6142); a Counterattack begins none. Support CPP may go with the day. What
    was bought before is Retained, also if no scenario was played: what was due or in Reserve sets up from then on as
    everything else does (12.2, 12.6214b). Who left the map comes back as the stage says (CG13).
    """
    raises = data.get("record", {}).get("kind") != COUNTERATTACK
    keeps = data.get("support_kept", True)

    def begin(before: RosterRow) -> RosterRow:
        san = pack().san.raised(before.san) if raises else before.san
        return asl.carried(before, san=san, support=CppBudget(before.support.left if keeps else 0))

    def retained(counter: Counter) -> Counter:
        if counter.fate != "due" and pack().reserve.mark not in counter.marks:
            return counter
        fate = READY if counter.fate == "due" else counter.fate
        return replace(counter, fate=fate, marks=tuple(mark for mark in counter.marks if mark != pack().reserve.mark))

    entered: SideRoom = asl.entering(begin)(side, key, data)
    new = len(entered.lines) > len(side.lines)
    if exited := data.get("exited", ""):
        entered = replace(entered, counters=tuple(exits.after(counter, exited) for counter in entered.counters))
    return replace(entered, counters=tuple(map(retained, entered.counters))) if new else entered


def booby_level_known(side: SideRoom, key: str, data: payloads.BoobyLevelSet) -> SideRoom:
    """The level of the Booby Traps is announced."""
    if not side.known.get(LEVELS_NOT_ANNOUNCED):
        return side
    return replace(side, known={**side.known, LEVELS_NOT_ANNOUNCED: 0})


def report_proposed(public: Public, data: payloads.ReportProposed) -> Public:
    """12.6041: a side's report of the scenario."""
    return asl.report_proposed(public, data)


def scenario_ended(public: Public, data: ScenarioEnded) -> Public:
    """12.6041: both sides agree on the report. A Massacre of before is over (CG14)."""
    return replace(asl.scenario_ended(public, data), massacre=False)


def map_told(public: Public, data: payloads.MapTold) -> Public:
    """12.6063, CG12: the edges each side holds and how it stands with the Ferry Landings."""
    edges = {side: tuple(held) for side, held in data["edges"].items()}
    return replace(
        public, edges=edges, landings={key: Landing.from_payload(row) for key, row in data["landings"].items()}
    )


def fires_told(public: Public, data: FiresTold) -> Public:
    """12.610: what the fires left, and where it burns on; what burnt before is consumed."""
    burnt = {place: line for place, line in public.burnt.items() if line == public.date}
    return asl.fires_told(public, data, burnt | dict.fromkeys(public.burnt_through, public.date))


def landings_interdicted(public: Public, data: payloads.LandingsInterdicted) -> Public:
    """12.602: which Ferry Landings are Interdicted."""
    landings = {key: replace(one, interdicted=key in data["landings"]) for key, one in public.landings.items()}
    return replace(public, landings=landings)


def counterattack_declared(public: Public, data: payloads.CounterattackDeclared) -> Public:
    """12.613: the Russians follow the German Assault with a Counterattack."""
    return replace(public, counterattack=Counterattack(data["night"]))


def booby_level_set(public: Public, data: payloads.BoobyLevelSet) -> Public:
    """12.6143, 12.623: the level of the Booby Traps."""
    return replace(public, booby=data["level"])


def massacre_announced(public: Public, data: OfSide) -> Public:
    """12.609, CG14: Massacre is in effect for the next scenario."""
    return replace(public, massacre=True)


def chit_shown(public: Public, data: payloads.ChitShown) -> Public:
    """12.6252: a side's chit is turned over; with an Attack the Russians spend one of theirs."""
    side, chit = data["side"], data["chit"]
    public = replace(public, chits=public.chits - int(data.get("spent", 0)))
    return today(public, chits={**public.today.chits, side: chit})


def scenario_generated(public: Public, data: payloads.ScenarioTold) -> Public:
    """12.6253, 12.6254: the kind of scenario, who sets up and moves first, night and cloud cover, as far as known."""
    return today(public, **{key: value for key, value in data.items() if key not in ("after_recon", "rolls")})


def night_fell(side: SideRoom, key: str, data: payloads.ScenarioTold) -> SideRoom:
    """12.624, VotG25: a recon rolled before the night was declared counts by it: Russians double, Germans are Lax."""
    night, recon, lax = pack().recon.night, side.now.recon, f"{RECON_KEY}lax"
    if not data.get("after_recon") or not recon:
        return side
    if key == night.side:
        recon *= night.factor
    elif not side.known.get(lax):
        recon = max(0, recon - night.lax)
    return replace(side, lines=(*side.lines[:-1], replace(side.now, recon=recon)))


def recon_named(public: Public, data: payloads.ReconNamed) -> Public:
    """12.6265: a side names a Location to be shown; with `done` it names no more."""
    now, side = public.today, data["side"]
    named = {**now.named, side: (*now.named.get(side, ()), *data["locations"])}
    return today(public, named=named, looked=(*now.looked, side) if data["done"] else now.looked)


def recon_disclosed(public: Public, data: ReconDisclosed) -> Public:
    """12.6265: what was shown of each Location."""
    now, side = public.today, data["side"]
    locations = tuple((place, tuple(names)) for place, names in data["told"])
    numbers = {**now.shown, side: now.shown.get(side, 0) + len(locations)}
    return today(public, disclosed=(*now.disclosed, *locations), shown=numbers)


def strongpoint_told(public: Public, data: payloads.StrongpointTold) -> Public:
    """CG11.1: a Fanatic Strongpoint both sides know of from now on."""
    return replace(public, strongpoints=(*public.strongpoints, Strongpoint(**data)))


def terrain_noted(public: Public, data: payloads.TerrainNoted) -> Public:
    """CG7: a change of terrain that stays."""
    return replace(public, terrain=(*public.terrain, data["note"]))


def books_opened(public: Public, data: payloads.BooksOpened) -> Public:
    """The campaign's end: what a side had left, and whom it names as the winner if the rules do not decide it."""
    ending = public.ending
    books = {**ending.books, data["side"]: dict(data["left"])}
    claims = {**ending.claims, data["side"]: data["winner"]} if "winner" in data else ending.claims
    return replace(public, ending=replace(ending, books=books, claims=claims))


def winner_named(public: Public, data: payloads.WinnerNamed) -> Public:
    """The sides had named different winners; this side names one again."""
    claims = {**public.ending.claims, data["side"]: data["winner"]}
    return replace(public, ending=replace(public.ending, claims=claims))


def own(side: SideRoom, data: Recorded) -> SideRoom:
    """The outcome of an act in a side's room; `support` changes the date's Support CPP."""
    after = apply_outcome(side, data)
    if "support" not in data:
        return after
    now = replace(after.now, support=replace(after.now.support, **data["support"]))
    return replace(after, lines=(*after.lines[:-1], now))


def correction_obeyed(side: SideRoom, key: str, data: CorrectionSettled) -> SideRoom:
    """What a side wrote down of its record holds now, its Support CPP with it, or is forgotten."""
    _, values = settle_wishes(side.written, key, data)
    after, support = asl.correction_obeyed(side, key, data), side.now.support
    ruled = support.ruled + max(values.get("support", 0), -support.left)
    return replace(after, lines=(*after.lines[:-1], replace(after.now, support=replace(support, ruled=ruled))))


def paper_agreed(public: Public, data: payloads.PaperAgreed) -> Public:
    """What was played on paper: a record for each scenario and Idle Day, and what else both sides know."""
    return from_paper.paper_agreed(
        public,
        data,
        chits=data["chits"],
        booby=data["booby"],
        massacre=data["massacre"],
        edges={side: tuple(held) for side, held in data["edges"].items()},
        landings={key: Landing.from_payload(row) for key, row in data["landings"].items()},
    )


SCENARIO_KINDS = ("scenario.generated", "order.rolled", "night.decided", "cover.set", "mover.rolled")
"""Public events that tell more and more of the scenario to come."""

PUBLIC_KINDS: Mapping[str, asl.AnyReducer] = {
    "stage.opened": stage_opened,
    "report.proposed": report_proposed,
    "scenario.ended": scenario_ended,
    "map.told": map_told,
    "fires.told": fires_told,
    "landings.interdicted": landings_interdicted,
    "counterattack.declared": counterattack_declared,
    "booby_level.set": booby_level_set,
    "massacre.announced": massacre_announced,
    "chit.shown": chit_shown,
    **dict.fromkeys(SCENARIO_KINDS, scenario_generated),
    "recon.named": recon_named,
    "recon.disclosed": recon_disclosed,
    "paper.agreed": paper_agreed,
    "strongpoint.told": strongpoint_told,
    "terrain.noted": terrain_noted,
    "books.opened": books_opened,
    "winner.named": winner_named,
    "campaign.ended": asl.campaign_ended,
}
ECHOES: Mapping[str, asl.AnyEcho] = {
    "stage.opened": enter_stage,
    "booby_level.set": booby_level_known,
    "night.decided": night_fell,
    "correction.settled": correction_obeyed,
}
REDUCERS = asl.reducers_of(DATA.folder, PUBLIC_KINDS, own, ECHOES)
