"""What holds of every game, whatever its rules."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puluc.rules.errors import IllegalMoveError
from puluc.rules.moves import FORFEIT, Forfeit, Move, Step, after, apply, legal_moves
from puluc.rules.notation import move_text, parse_move, parse_position, position_line
from puluc.rules.outcome import Outcome, outcome
from puluc.rules.position import Pile, Position, check, start, throw
from puluc.rules.presets import PRESETS, rule_set
from puluc.rules.record import Entry, Record, positions, record_text
from puluc.rules.record_reader import parse_record
from puluc.rules.report import report
from puluc.rules.ruleset import RuleSet
from puluc.rules.units import CastValue, Place, Player, Side, Space, distance_of, side_of
from puluc.rules.ways import blocks, ways
from tests.rules.strategies import Game, any_rules, games, placed, rule_sets


def warriors_of(position: Position, side: Side) -> int:
    """How many warriors of a side there are, wherever they are."""
    team = side.index
    off = sum(sum(counts[team::2]) for counts in (position.hand, position.dead, position.out))
    on = [who for piles in position.track for pile in piles for who in pile.warriors]
    return off + sum(side_of(who) is side for who in on)


@given(games())
def test_warriors_are_conserved(game: Game) -> None:
    """No warrior is ever lost track of, nor comes from nowhere."""
    rules = game.rules
    for position in (*game.positions, game.last):
        sides = [warriors_of(position, side) for side in Side]
        assert sum(sides) == 2 * rules.army
        if rules.prisoners == "die":
            assert sides == [rules.army, rules.army]


@given(games())
def test_play_comes_to_possible_positions_only(game: Game) -> None:
    """Every position that legal moves lead to passes the check of positions."""
    for position in (*game.positions, game.last):
        check(position)


def every_step(position: Position) -> list[Step]:
    """Every use of every cast that can be written down, and a forfeit."""
    rules = position.rules
    spaces = [Space(space) for space in range(rules.track + 2)]
    values = {*position.left, CastValue(1), CastValue(0)}
    players = [Player(seat) for seat in range(rules.seats)]
    moves: list[Step] = [
        Move(cast, player, source, target)
        for cast, player, source, target in product(
            values, players, [*Place, *spaces], [*Place, *spaces]
        )
    ]
    return [*moves, FORFEIT]


def check_every_step(position: Position) -> None:
    """Apply each legal step of a position, and see all others refused with a reason."""
    moves = legal_moves(position)
    legal: set[Step] = {*moves} or {FORFEIT}
    assert len(moves) == len(set(moves))
    for step in every_step(position):
        if step in legal:
            used = len(position.left) if isinstance(step, Forfeit) else 1
            assert apply(position, step).casts == position.casts + used
        else:
            with pytest.raises(IllegalMoveError) as refused:
                apply(position, step)
            assert 0 < len(str(refused.value)) <= 42


@settings(max_examples=25)
@given(games(rule_sets(), most=60))
def test_legal_moves_apply_and_all_others_are_refused(game: Game) -> None:
    """Each legal move leads on, with one cast more used; anything else is refused with a reason."""
    check_every_step(game.positions[-1])


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=2)
@given(data=st.data())
def test_legal_moves_of_every_preset_apply_and_all_others_are_refused(
    name: str, data: st.DataObject
) -> None:
    """The same holds in each preset."""
    game = data.draw(games(st.just(rule_set(name)), most=40))
    check_every_step(game.positions[-1])


def classic_moves(position: Position) -> set[tuple[object, object]]:
    """The classic moves, said as directly as can be."""
    (cast,) = position.left
    side, last = position.side, position.rules.track
    own = {
        space
        for space in range(1, last + 1)
        if position.track[space - 1] and position.track[space - 1][0].side is side
    }
    moves: set[tuple[object, object]] = set()
    home = 1 if side is Side.JADE else last
    if position.hand[side.index] and home not in own:
        moves.add((Place.HAND, home))
    for space in own:
        target = space + cast if side is Side.JADE else space - cast
        if not 1 <= target <= last:
            moves.add((space, Place.OFF))
        elif target not in own:
            moves.add((space, target))
    return moves


@given(placed())
def test_classic_moves_are_those_of_the_page(position: Position) -> None:
    """In classic a warrior enters next to home, piles go on, and off past the end."""
    check(position)
    moves = {(move.source, move.target) for move in legal_moves(position)}
    assert moves == classic_moves(position)


def mirrored_rules(rules: RuleSet) -> RuleSet:
    """The set seen from the other end: only the fire lies anywhere."""
    return replace(rules, fire=tuple(Space(rules.track + 1 - space) for space in rules.fire[::-1]))


def swapped(counts: tuple[int, ...]) -> tuple[int, ...]:
    """Counts by player, with the sides changed over."""
    return tuple(counts[seat ^ 1] for seat in range(len(counts)))


def mirrored(position: Position, rules: RuleSet) -> Position:
    """The position with track, sides and turn changed over."""
    alternates = rules.seats > 2 and rules.seating == "alternate"
    return Position(
        rules=rules,
        track=tuple(
            tuple(Pile(swapped_players(pile.warriors), pile.heading) for pile in piles)
            for piles in position.track[::-1]
        ),
        hand=swapped(position.hand),
        fresh=swapped(position.fresh),
        dead=swapped(position.dead),
        out=swapped(position.out),
        kills=(position.kills[1], position.kills[0]),
        turn=Player(position.turn ^ 1),
        left=position.left,
        casts=position.casts,
        opens=position.opens.enemy if alternates else Side.JADE,
    )


def swapped_players(warriors: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple(Player(owner ^ 1) for owner in warriors)


def mirrored_step(step: Step, track: int) -> Step:
    """The step with ends and player changed over."""
    if isinstance(step, Forfeit):
        return step
    source, target = (
        end if isinstance(end, Place) else Space(track + 1 - end)
        for end in (step.source, step.target)
    )
    return Move(step.cast, Player(step.player ^ 1), source, target)


def mirrored_outcome(ended: Outcome | None) -> Outcome | None:
    return ended and replace(ended, winner=ended.winner and ended.winner.enemy)


@given(games())
def test_mirrored_positions_play_mirrored(game: Game) -> None:
    """Neither side has anything that the other hasn't."""
    rules = mirrored_rules(game.rules)
    after_each = (*game.positions[1:], game.last)
    for position, step, then in zip(game.positions, game.steps, after_each, strict=True):
        twin = mirrored(position, rules)
        twins = {mirrored_step(move, rules.track) for move in legal_moves(position)}
        assert set(legal_moves(twin)) == twins
        played = after(twin, mirrored_step(step, rules.track))
        expected = mirrored(then, rules)
        assert replace(played, left=expected.left) == expected
        assert outcome(played) == mirrored_outcome(outcome(after(position, step)))


@given(games())
def test_positions_and_moves_round_trip(game: Game) -> None:
    """A position's line and a move's text read back as what they were written from."""
    for position, step in zip(game.positions, game.steps, strict=True):
        assert parse_position(position_line(position), game.rules) == position
        assert parse_move(move_text(step, game.rules.seats), position) == step
    assert parse_position(position_line(game.last), game.rules) == game.last


words = st.text(st.characters(codec="utf-8"), max_size=12)


def preset_sets() -> st.SearchStrategy[RuleSet]:
    """Sets that are named after a preset, and differ from it or not."""
    renamed = st.builds(lambda rules, name: replace(rules, name=name), rule_sets(),
                        st.sampled_from(sorted(PRESETS)))  # fmt: skip
    return any_rules | renamed


@given(games(preset_sets()), st.data())
def test_records_round_trip_and_replay_to_the_same_end(game: Game, data: st.DataObject) -> None:
    """A record reads back as it was, and its steps lead where the game came to."""
    entries = tuple(
        Entry(position.left, step, data.draw(words) if at % 16 == 0 else "")
        for at, (position, step) in enumerate(zip(game.positions, game.steps, strict=True))
    )
    names = data.draw(st.just(()) | st.tuples(*[words] * game.rules.seats))
    last = game.last
    thrown: tuple[CastValue, ...] = ()
    if not last.left and not outcome(last) and data.draw(st.booleans()):
        thrown = (game.rules.values[-1],) * game.rules.casts
        last = throw(last, *thrown)
    begins = replace(game.positions[0], left=())
    record = Record(begins, entries, thrown, names, data.draw(words), data.draw(words))
    text = record_text(record)
    again = parse_record(text)
    assert again == record
    assert record_text(again) == text
    assert tuple(positions(again))[-1] == last


@given(games(), st.data())
def test_a_game_may_be_recorded_from_any_position(game: Game, data: st.DataObject) -> None:
    """A record that begins in the middle of a game reads back, too."""
    dues = [at for at, position in enumerate(game.positions)
            if at == 0 or position.turn != game.positions[at - 1].turn]  # fmt: skip
    at = data.draw(st.sampled_from(dues))
    entries = tuple(
        Entry(position.left, step)
        for position, step in zip(game.positions[at:], game.steps[at:], strict=True)
    )
    rules = replace(game.rules, name="classic")
    record = Record(replace(game.positions[at], rules=rules, left=()), entries)
    assert parse_record(record_text(record)) == record


@given(games())
def test_reports_say_what_the_counts_say(game: Game) -> None:
    """The numbers of a report are the differences between the positions before and after."""
    for position, step in zip(game.positions, game.steps, strict=True):
        done, then = report(position, step), after(position, step)
        side = position.side.index
        assert done.kills == then.kills[side] - position.kills[side]
        assert done.kills + done.burned == sum(then.dead) - sum(position.dead)
        assert done.retired == sum(then.out) - sum(position.out)
        back = done.returned + done.rescued + done.joined - done.deployed
        assert back == sum(then.hand) - sum(position.hand)
        assert done.forfeited == isinstance(step, Forfeit)
        assert done.outcome == outcome(then)


seeds = st.integers(0, 2**32).map(Random)


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=4)
@given(chance=seeds, opens=st.sampled_from(Side))
def test_every_preset_comes_to_an_end(name: str, chance: Random, opens: Side) -> None:
    """Played at random, a game of every preset ends within 5,000 casts."""
    position = start(rule_set(name), opens)
    while outcome(position) is None:
        position = random_step(position, chance)
        assert position.casts <= 5000


@pytest.mark.parametrize("name", PRESETS)
@settings(max_examples=2)
@given(chance=seeds, opens=st.sampled_from(Side))
def test_whole_games_of_every_preset_keep_their_promises(
    name: str, chance: Random, opens: Side
) -> None:
    """To its end a game loses no warrior, each position reads back, and its record replays."""
    rules = rule_set(name)
    position = begins = start(rules, opens)
    entries = []
    while outcome(position) is None:
        if not position.left:
            position = throw(position, *chance.choices(rules.scores, k=rules.casts))
        check(position)
        assert sum(warriors_of(position, side) for side in Side) == 2 * rules.army
        assert parse_position(position_line(position), rules) == position
        step = chance.choice(legal_moves(position) or (FORFEIT,))
        assert parse_move(move_text(step, rules.seats), position) == step
        entries.append(Entry(position.left, step))
        position = after(position, step)
    record = Record(begins, tuple(entries))
    again = parse_record(record_text(record))
    assert again == record
    assert tuple(positions(again))[-1] == position


@given(rules=rule_sets(), cap=st.integers(1, 400), chance=seeds)
def test_a_cap_ends_any_game(rules: RuleSet, cap: int, chance: Random) -> None:
    """Under any set that is accepted a game ends with its cap at the latest.

    Forfeits count, so that even two sides that stand in their own way come to an end; only a
    turn's casts that are forfeited together may go past the cap.
    """
    position = start(replace(rules, cap=cap))
    while outcome(position) is None:
        assert position.casts < cap
        position = random_step(position, chance)
    assert position.casts < cap + rules.casts


def random_step(position: Position, chance: Random) -> Position:
    """Throw the lots if a cast is due, and play any legal move."""
    if not position.left:
        rules = position.rules
        position = throw(position, *chance.choices(rules.scores, k=rules.casts))
    return after(position, chance.choice(legal_moves(position) or (FORFEIT,)))


def jammed(position: Position, player: Player) -> bool:
    """Whether each pile that a player commands could go somewhere, were its own side not there."""
    return all(
        any(
            not isinstance(end, Place) and blocks(position, player, end)
            for cast in position.rules.values
            if cast
            for end in ways(position, Space(index + 1), pile, cast)
        )
        for index, piles in enumerate(position.track)
        for pile in piles
        if pile.commander == player
    )


@given(rules=rule_sets(), chance=seeds)
def test_play_never_gets_stuck(rules: RuleSet, chance: Random) -> None:
    """Under any set that is accepted, something moves before long, until the game has ended.

    Lots that make few values may let both sides stand in their own way, but no exit does.
    """
    position = start(rules)
    lost = 0
    while outcome(position) is None and position.casts < 1000 and lost < 300:
        before = position.track, position.hand
        position = random_step(position, chance)
        lost = lost + 1 if before == (position.track, position.hand) else 0
    assert lost < 300 or all(jammed(position, Player(seat)) for seat in range(rules.seats))


@given(placed())
def test_a_distance_is_measured_from_the_own_home(position: Position) -> None:
    """The two sides' distances of a space add up to one more than the track is long."""
    last = position.rules.track
    for space in range(1, last + 1):
        distances = [distance_of(Space(space), side, last) for side in Side]
        assert sum(distances) == last + 1
