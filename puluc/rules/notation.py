"""Positions and moves as one line of text each.

A classic position:

    J/3/CJC/4/J/C turn=J left=3 hand=J:1,C:2 fresh=C:2 dead=J:1 out=- kills=C:1 casts=17

The spaces of the track stand in order with ``/`` between them: a number for so many empty ones,
or a pile's warriors bottom to top, ``<`` behind a pile that heads homeward, ``+`` between partners'
piles on one space. Casts left are joined by ``+``. Counts of 0 are left out. Where more than two
play, warriors go by their owners' names: ``J1C2``. ``opens=C`` stands at the end where Cinnabar's
opening makes another order of turns.

A move is the cast that it uses, where from and where to: ``3:4-7``, ``5:hand-1``, ``2:10-off``,
``4:3-home``; where more than two play also whose warrior moves: ``3:J2@4-7``. A forfeit is
``forfeit``.
"""

from collections.abc import Iterable, Sequence

from puluc.rules.moves import legal_moves
from puluc.rules.position import Pile, Position, check
from puluc.rules.refusals import why_not
from puluc.rules.ruleset import RuleSet
from puluc.rules.scanner import Scanner
from puluc.rules.steps import FORFEIT, Forfeit, Move, Step
from puluc.rules.units import CastValue, Heading, Place, Player, Side, Space, player_name

_NONE = "-"
_TIMES = ":"


def short_names(rules: RuleSet) -> tuple[str, ...]:
    """The players' names in a text, by seat: ``J`` and ``C``, or ``J1``, ``C1``, ``J2`` ..."""
    if rules.seats == 2:
        return tuple(side.value for side in Side)
    return tuple(player_name(Player(seat)) for seat in range(rules.seats))


def position_line(position: Position) -> str:
    """A position as one line of text; ``parse_position`` reads it back."""
    names = short_names(position.rules)
    sides = [side.value for side in Side]
    fields = {
        "turn": names[position.turn],
        "left": casts_text(position.left),
        "hand": _counts_text(position.hand, names),
        "fresh": _counts_text(position.fresh, names),
        "dead": _counts_text(position.dead, names),
        "out": _counts_text(position.out, names),
        "kills": _counts_text(position.kills, sides),
        "casts": str(position.casts),
    }
    if position.opens is Side.CINNABAR:
        fields["opens"] = position.opens.value
    track = _track_text(position, names)
    return " ".join([track, *(f"{name}={text or _NONE}" for name, text in fields.items())])


def parse_position(line: str, rules: RuleSet) -> Position:
    """The position that a line of text stands for.

    Raises:
        NotationError: it can't be read; with the column and what was expected there.
        PositionError: it is one that the rules can't bring about.
    """
    scanner = Scanner(line)
    names = short_names(rules)
    track = _read_track(scanner, names)
    scanner.need(" turn=")
    turn = Player(names.index(_one_of(scanner, names)))
    scanner.need(" left=")
    left = read_casts(scanner)
    counts = {}
    for field in ("hand", "fresh", "dead", "out"):
        scanner.need(f" {field}=")
        counts[field] = _read_counts(scanner, names)
    scanner.need(" kills=")
    jade, cinnabar = _read_counts(scanner, [side.value for side in Side])
    scanner.need(" casts=")
    casts = _read_number(scanner, "the number of casts used")
    opens = Side(_one_of(scanner, ["C"])) if scanner.skip(" opens=") else Side.JADE
    scanner.end()
    position = Position(
        rules, track, **counts, kills=(jade, cinnabar), turn=turn, left=left, casts=casts,
        opens=opens,
    )  # fmt: skip
    check(position)
    return position


def move_text(step: Step, seats: int = 2) -> str:
    """A step as text; with more than two ``seats`` it says whose warrior moves."""
    if isinstance(step, Forfeit):
        return "forfeit"
    return f"{step.cast}:{way_text(step, seats)}"


def way_text(move: Move, seats: int = 2) -> str:
    """A move as text without its cast: ``4-7``, ``J2@hand-3``."""
    whose = f"{player_name(move.player)}@" if seats > 2 else ""
    return f"{whose}{_end_text(move.source)}-{_end_text(move.target)}"


def parse_move(text: str, position: Position) -> Step:
    """The step that a text stands for in a position.

    The cast may be left out where one alone is left, and the player where it is the one whose
    turn it is.

    Raises:
        NotationError: it can't be read; with the column and what was expected there.
        IllegalMoveError: it is not legal.
    """
    scanner = Scanner(text)
    step = read_move(scanner, position)
    scanner.end()
    return step


def read_move(scanner: Scanner, position: Position) -> Step:
    """Read a step where the scanner stands; see ``parse_move``."""
    if scanner.skip("forfeit"):
        return _legal(position, FORFEIT)
    names = short_names(position.rules)
    distinct = set(position.left)
    if scanner.sees(r"\d+:") or len(distinct) != 1:
        cast = CastValue(_read_number(scanner, "a cast and a colon, or forfeit"))
        scanner.need(":")
    else:
        (cast,) = distinct
    player = position.turn
    if position.rules.seats > 2 and scanner.sees(r"[A-Z]"):
        player = Player(names.index(_one_of(scanner, names)))
        scanner.need("@")
    source = _read_end(scanner, Place.HAND)
    scanner.need("-")
    target = _read_end(scanner, Place.OFF, Place.HOME)
    return _legal(position, Move(cast, player, source, target))


def casts_text(casts: Iterable[CastValue]) -> str:
    """Casts not yet used as text: ``3``, ``2+5``; empty when there are none."""
    return "+".join(map(str, casts))


def read_casts(scanner: Scanner) -> tuple[CastValue, ...]:
    """Read casts not yet used, or ``-`` for none, where the scanner stands."""
    if scanner.skip(_NONE):
        return ()
    casts = [CastValue(_read_number(scanner, "a cast, or -"))]
    while scanner.skip("+"):
        casts.append(CastValue(_read_number(scanner, "a cast")))
    return tuple(casts)


def _legal(position: Position, step: Step) -> Step:
    moves = legal_moves(position)
    if (step in moves) if isinstance(step, Move) else (position.left and not moves):
        return step
    raise why_not(position, step)


def _track_text(position: Position, names: tuple[str, ...]) -> str:
    texts: list[str] = []
    empty = 0
    for piles in (*position.track, None):
        if piles == ():
            empty += 1
            continue
        if empty:
            texts.append(str(empty))
            empty = 0
        if piles:
            texts.append("+".join(_pile_text(pile, names) for pile in piles))
    return "/".join(texts)


def _pile_text(pile: Pile, names: tuple[str, ...]) -> str:
    homeward = "<" if pile.heading is Heading.HOMEWARD else ""
    return "".join(names[owner] for owner in pile.warriors) + homeward


def _counts_text(counts: Iterable[int], names: Iterable[str]) -> str:
    return ",".join(
        f"{name}{_TIMES}{count}" for name, count in zip(names, counts, strict=True) if count
    )


def _end_text(end: Space | Place) -> str:
    return end.value if isinstance(end, Place) else str(end)


def _read_track(scanner: Scanner, names: tuple[str, ...]) -> tuple[tuple[Pile, ...], ...]:
    track: list[tuple[Pile, ...]] = []
    while True:
        if scanner.sees(r"\d"):
            track += [()] * int(scanner.take(r"\d{1,2}", "a number of empty spaces"))
        else:
            piles = [_read_pile(scanner, names)]
            while scanner.skip("+"):
                piles.append(_read_pile(scanner, names))
            track.append(tuple(piles))
        if not scanner.skip("/"):
            return tuple(track)


def _read_pile(scanner: Scanner, names: tuple[str, ...]) -> Pile:
    warriors = [Player(names.index(_one_of(scanner, names)))]
    while scanner.sees(r"[A-Z]"):
        warriors.append(Player(names.index(_one_of(scanner, names))))
    heading = Heading.HOMEWARD if scanner.skip("<") else Heading.OUTWARD
    return Pile(tuple(warriors), heading)


def _read_counts(scanner: Scanner, names: Sequence[str]) -> tuple[int, ...]:
    """Counts by name, those of 0 left out; none may come twice."""
    counts = [0] * len(names)
    if scanner.skip(_NONE):
        return tuple(counts)
    left = list(names)
    while True:
        name = _one_of(scanner, left)
        left.remove(name)
        scanner.need(_TIMES)
        counts[names.index(name)] = _read_number(scanner, f"how many of {name}")
        if not scanner.skip(","):
            return tuple(counts)


def _read_number(scanner: Scanner, expected: str) -> int:
    return int(scanner.take(r"\d{1,9}(?!\d)", expected))


def _read_end(scanner: Scanner, *places: Place) -> Space | Place:
    """Read a space's number, or one of the places."""
    for place in places:
        if scanner.skip(place.value):
            return place
    expected = " or ".join(["a space", *(place.value for place in places)])
    return Space(int(scanner.take(r"\d{1,2}(?!\d)", expected)))


def _one_of(scanner: Scanner, names: Iterable[str]) -> str:
    """Read one of some names, each a side's letter and perhaps a number."""
    return scanner.take("|".join(rf"{name}(?!\d)" for name in names), f"one of {', '.join(names)}")
