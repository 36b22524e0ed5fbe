"""Reads campaign files (JSON), to replay a campaign without a database or to go on with it here.

docs/campaign-file.md describes the format, `ledger.export` writes it. Nothing in a file is trusted.
"""

from __future__ import annotations

import warnings

from django.utils.translation import gettext
from pydantic_core import to_jsonable_python

from campaigns.event_texts import describe
from campaigns.ledger import caches, form, journal, strict_json, verify_campaign
from campaigns.ledger.acts import ENDED, PLAYED_OUT, Act, Proof, host_kind, undone_places
from campaigns.ledger.campaign_file import CampaignFile
from campaigns.ledger.export import export_campaign as export_campaign
from campaigns.ledger.export import pieces as pieces
from campaigns.ledger.host_entries import checked
from campaigns.ledger.verify_campaign import FORM, FORMAT, commitment
from rules import registry
from rules.contract import PUBLIC, AnyState, Event, Game, Refused

MOST_BYTES = 10 * 1024 * 1024
MOST_ACTS, MOST_EVENTS = 25_000, 100_000
MOST_TOLD = 5
"""How many faults of a file its refusal names at most."""


class UnreadableFile(Exception):
    """A file can't be used; the message is a sentence for whoever brought it."""


def read(content: bytes) -> CampaignFile:
    """Parse a file. Raises UnreadableFile. Only `replay` shows whether its acts fit the game."""
    if len(content) > MOST_BYTES:
        raise UnreadableFile(
            gettext("This file is larger than %(size)s MB; no campaign is.") % {"size": MOST_BYTES // 1024 // 1024}
        )
    try:
        parsed = strict_json.parse(content)
    except ValueError as error:
        raise UnreadableFile(
            gettext("This is not a campaign file: it can't be read as JSON; %(reason)s.") % {"reason": error}
        ) from None
    return file_of(parsed)


def file_of(content: object) -> CampaignFile:
    """The campaign file in parsed JSON. Raises UnreadableFile if it is none, damaged, too large or of another form."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise UnreadableFile(gettext("This is not a campaign file."))
    if content.get("version") != FORM:
        raise UnreadableFile(
            gettext("This file has form %(version)s; this program reads form %(form)s. Another version of it made it.")
            % {"version": str(content.get("version"))[:20], "form": FORM}
        )
    # Refuse a file with more acts or events than any campaign has before models are built from it.
    acts = content.get("acts")
    counted = acts if isinstance(acts, list) else []
    lists = [act.get("events") for act in counted if isinstance(act, dict)]
    events = sum(len(each) for each in lists if isinstance(each, list))
    for number, most, what in (
        (len(counted), MOST_ACTS, gettext("acts")),
        (events, MOST_EVENTS, gettext("events")),
    ):
        if number > most:
            raise UnreadableFile(
                gettext("This file has %(number)s %(what)s; no campaign has more than %(most)s.")
                % {"number": number, "what": what, "most": most}
            )
    if faults := verify_campaign.faults(content):
        raise UnreadableFile(gettext("%(wrong)s The file was changed.") % {"wrong": " ".join(faults[:MOST_TOLD])})
    return CampaignFile(content)


def replay(file: CampaignFile) -> tuple[Game, AnyState]:
    """The game of a file and its state after all acts, with the rooms the file holds.

    Raises UnreadableFile if the game is not here, its rules can't read the acts, or the check finds a fault.
    """
    system = _system(file)
    strange = {event.room for act in file.acts for event in act.events} - set(file.rooms)
    if strange or not set(file.rooms) <= {PUBLIC, *system.sides} or PUBLIC not in file.rooms:
        raise UnreadableFile(gettext("This campaign file has events in rooms it does not hold."))
    try:
        state = system.setup(file.options).only(file.rooms)
    except (Refused, *MISFITS) as error:
        raise UnreadableFile(
            gettext("The options in this campaign file do not fit %(title)s: %(error)s.")
            % {"title": system.title, "error": error}
        ) from error
    if misfit := next(form.misfits(file.content, system), None):
        raise UnreadableFile(gettext("%(wrong)s The file was changed.") % {"wrong": gettext(misfit)})
    for number, event in _standing(file):
        if kind := host_kind(event):
            _check_host_entry(number, kind, event, system)
        try:
            state = journal.fold(system, state, [event])
        except MISFITS:
            raise _unknown(number, event.kind, system) from None
    try:
        # Dump, load and view the state as pages will: reducers may have let values of a wrong type pass.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about wrong types, which `load` refuses
            again = system.load({key: to_jsonable_python(system.dump(state, key)) for key in file.rooms})
        for side in (None, *(key for key in file.rooms if key != PUBLIC)):
            system.view(again.only({side} if side else ()), side)
            if side:
                caches.check_purchases(caches.bought(system, again, side))
    except MISFITS:
        raise UnreadableFile(
            gettext("The acts of this campaign file end in a state that %(title)s (edition %(edition)s) can't read.")
            % {"title": system.title, "edition": system.edition}
        ) from None
    return system, state


def _check_host_entry(number: int, kind: str, event: Event, system: Game) -> None:
    """Raise UnreadableFile unless an entry of the host holds what it may; the script looks into no notes."""
    try:
        checked(kind, event.data)
    except ValueError:
        raise _unknown(number, event.kind, system) from None
    if event.data.get("of", next(iter(system.sides))) not in system.sides:
        raise _unknown(number, event.kind, system)


def whole_acts(file: CampaignFile, system: Game) -> list[Act]:
    """The acts of a replayed file with which a campaign can go on.

    Raises UnreadableFile if a side's room or the seed is missing, or an act can't be described or is of no known side.
    """
    if missing := [name for key, name in system.sides.items() if key not in file.rooms]:
        raise UnreadableFile(
            gettext(
                "This file was made for one place and lacks what is secret to %(missing)s. "
                "It can be replayed and looked at, but not gone on with."
            )
            % {"missing": gettext(" and ").join(missing)}
        )
    if file.seed is None or commitment(bytes.fromhex(file.seed)) != file.seed_hash:
        raise UnreadableFile(gettext("This file lacks the seed of the dice that was promised at the start."))
    acts = file.acts
    for number, act in enumerate(acts, 1):
        if act.side not in system.sides and (act.side or act.proof != Proof()):
            raise UnreadableFile(
                gettext("Act %(number)s is of a side that %(title)s does not have.")
                % {"number": number, "title": system.title}
            )
        for event in act.events:
            try:
                describe(system, event, side=act.side)
            except MISFITS:
                raise _unknown(number, event.kind, system) from None
    return acts


def check_end(file: CampaignFile, system: Game, state: AnyState) -> None:
    """Raise UnreadableFile if a replayed file says otherwise than its game whether the campaign was played out."""
    events = (event for act in file.acts for event in act.events)
    why = next((str(event.data["why"]) for event in events if event.kind == ENDED), "")
    public = system.public(state)
    if why and (why == PLAYED_OUT) is not bool(public.ended or public.winner):
        raise UnreadableFile(
            gettext("What this file says of the end of its campaign does not fit what happened in it.")
        )


def _unknown(number: int, kind: str, system: Game) -> UnreadableFile:
    return UnreadableFile(
        gettext("Act %(number)s holds %(kind)s, which %(title)s (edition %(edition)s) does not know or can't read.")
        % {"number": number, "kind": repr(kind), "title": system.title, "edition": system.edition}
    )


MISFITS = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
"""What a reducer may raise over data that this program did not write."""


def _standing(file: CampaignFile) -> list[tuple[int, Event]]:
    """The events that were not undone, each with the number of its act (from 1).

    Raises UnreadableFile if an entry undoes what is not there.
    """
    events, counts = list[tuple[int, Event]](), list[int]()
    for number, act in enumerate(file.acts, 1):
        events += ((number, event) for event in act.events)
        counts += [act.public] * len(act.events)
    try:
        undone = undone_places([(event, count) for (_, event), count in zip(events, counts, strict=True)])
    except MISFITS as error:
        raise UnreadableFile(
            gettext("An entry of this campaign file takes back what is not there: %(error)s.") % {"error": error}
        ) from None
    return [pair for place, pair in enumerate(events) if place not in undone]


def _system(file: CampaignFile) -> Game:
    try:
        system = registry.get(file.system)
    except KeyError:
        raise UnreadableFile(
            gettext("This file is of a game this program does not have: %(system)s.") % {"system": repr(file.system)}
        ) from None
    if system.edition != file.edition:
        raise UnreadableFile(
            gettext(
                "This file was played under edition %(edition)s of %(title)s; this program has edition %(edition2)s."
            )
            % {"edition": repr(file.edition), "title": system.title, "edition2": repr(system.edition)}
        )
    return system
