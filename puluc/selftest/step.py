"""One event into a self-test: what it answers, and what is asked for next.

A press is an answer when everything is let go again, so that two buttons that come together are
seen to. An answer that was not to be expected is asked for twice: it may have been a slip.
"""

from dataclasses import replace
from typing import assert_never

from puluc.rules.units import Space
from puluc.selftest.faults import correction, faults, tray_lost
from puluc.selftest.state import Keys, Tray, Trial
from puluc.selftest.tasks import (
    AllDark,
    AllWell,
    Announce,
    FindLamp,
    Key,
    LeaveTray,
    LookAt,
    Offer,
    PressKey,
    ShakeTray,
    Task,
    Tell,
    Written,
)
from puluc.session.effects import Effect
from puluc.session.events import (
    Back,
    Drawn,
    Event,
    Held,
    Lost,
    MenuPressed,
    Milliseconds,
    Noticed,
    Part,
    Pressed,
    Released,
    Shaken,
    Stumped,
    Thought,
    Tick,
)
from puluc.session.frame import Sound

REST_MS = Milliseconds(2_000)
"""How long the tray is left alone."""
RESTLESS_MS = Milliseconds(31_000)
"""Until so long after the beginning: a switch that fires on and on is told after half a minute."""
SHAKE_MS = Milliseconds(45_000)
"""A tray that is not seen to be shaken for so long is not going to be."""
IDLE_MS = Milliseconds(180_000)
"""A test that nobody answers for so long is over."""

Done = tuple[Trial, tuple[Effect, ...]]
NOTHING: tuple[Effect, ...] = ()


def step(test: Trial, event: Event) -> Done:
    """The test after an event, and what is to be done."""
    test = replace(test, now=max(test.now, event.at))
    if isinstance(event, Pressed | Released | Held | MenuPressed | Shaken):
        test = replace(test, touched=event.at)
    match event:
        case Pressed(space=space):
            down, pressed = test.down | {space}, test.pressed | {space}
            return replace(test, down=down, pressed=pressed, stuck=test.stuck - {space}), NOTHING
        case Released(space=space):
            return _released(test, space)
        case Held(space=space, held_ms=held_ms):
            return _held(test, space, held_ms), NOTHING
        case MenuPressed() if test.down:
            return replace(test, pressed=test.pressed | {None}), NOTHING
        case MenuPressed():
            return _answered(test, frozenset({None}), False)
        case Shaken():
            return _shaken(test), NOTHING
        case Lost(part=part, reason=reason):
            return _lost(test, part, reason), NOTHING
        case Back(part=part):
            lost = tuple(each for each in test.seen.lost if each[0] is not part)
            return replace(test, seen=replace(test.seen, lost=lost)), NOTHING
        case Noticed(words=words):
            return replace(test, said=words), NOTHING
        case Tick():
            return _ticked(test), NOTHING
        case Drawn() | Thought() | Stumped():
            return test, NOTHING
    assert_never(event)


def next_tick(test: Trial) -> Milliseconds | None:
    """When time alone would change something."""
    if test.task is None:
        return None
    due = [Milliseconds(test.touched + IDLE_MS)]
    match test.task:
        case LeaveTray():
            due.append(_rested(test))
        case ShakeTray():
            due.append(Milliseconds(test.since + SHAKE_MS))
        case _:
            pass
    return min((at for at in due if at > test.now), default=None)


def _rested(test: Trial) -> Milliseconds:
    return Milliseconds(max(test.since + REST_MS, test.began + RESTLESS_MS))


def _ticked(test: Trial) -> Trial:
    if test.now >= test.touched + IDLE_MS:
        return replace(test, todo=())
    match test.task:
        case LeaveTray() if test.now >= _rested(test):
            return _on(test)
        case ShakeTray() if test.now >= test.since + SHAKE_MS:
            return _on(_with_tray(test, Tray.DEAD))
        case _:
            return test


def _released(test: Trial, space: Space) -> Done:
    test = replace(test, stuck=test.stuck - {space})
    if space not in test.down:
        return test, NOTHING
    test = replace(test, down=test.down - {space})
    if test.down:
        return test, NOTHING
    pressed, is_long = test.pressed, test.is_long
    test = replace(test, pressed=frozenset(), is_long=False)
    return _answered(test, pressed, is_long) if pressed else (test, NOTHING)


def _held(test: Trial, space: Space, held_ms: Milliseconds) -> Trial:
    if held_ms >= test.holds.stuck_ms:
        return _is_stuck(test, space)
    if space not in test.down:
        return test
    if held_ms >= test.holds.menu_ms and {Space(1), Space(test.fitted.spaces)} <= test.down:
        return replace(test, todo=())
    return replace(test, is_long=test.is_long or held_ms >= test.holds.cast_ms)


def _is_stuck(test: Trial, space: Space) -> Trial:
    seen = replace(test.seen, stuck=test.seen.stuck | {space})
    test = replace(
        test,
        seen=seen,
        stuck=test.stuck | {space},
        down=test.down - {space},
        pressed=test.pressed - {space},
        is_long=False,
    )
    return _on(test) if test.task == PressKey(space) else test


def _shaken(test: Trial) -> Trial:
    match test.task:
        case LeaveTray():
            return _on(_with_tray(test, Tray.RESTLESS))
        case ShakeTray():
            return _on(_with_tray(test, Tray.GOOD)).sounding(Sound.CAST)
        case _:
            return test


def _lost(test: Trial, part: Part, reason: str) -> Trial:
    lost = tuple(dict.fromkeys((*test.seen.lost, (part, reason))))
    test = replace(test, seen=replace(test.seen, lost=lost))
    match test.task:
        case LeaveTray() | ShakeTray() if part is Part.TRAY:
            return _on(_with_tray(test, tray_lost(test.fitted, reason)))
        case Announce() | LookAt() if part is Part.DISPLAY:
            return _on(test)
        case _:
            return test


def _with_tray(test: Trial, tray: Tray) -> Trial:
    return replace(test, seen=replace(test.seen, tray=tray))


def _answered(test: Trial, pressed: Keys, is_long: bool) -> Done:
    """Take an answer to what is asked for."""
    task = test.task
    match task:
        case None | LeaveTray():
            return test, NOTHING
        case PressKey(key=key):
            none = (is_long and pressed != {key}) or (key is not None and _is_menu(test, pressed))
            return _key_answered(test, key, frozenset() if none else pressed, none), NOTHING
        case ShakeTray():
            none = is_long or _is_menu(test, pressed)
            return (_on(_with_tray(test, Tray.DEAD)) if none else test), NOTHING
        case AllDark() | FindLamp():
            none = is_long or _is_menu(test, pressed)
            return _lamp_answered(
                test, task, frozenset() if none else _places(test, pressed)
            ), NOTHING
        case LookAt(pattern=pattern):
            if is_long or _is_menu(test, pressed):
                wrong = (*test.seen.wrong, pattern)
                test = replace(test, seen=replace(test.seen, wrong=wrong))
            return _on(test), NOTHING
        case Offer():
            return _offer_answered(test, pressed)
        case Announce() | Tell() | AllWell() | Written():
            return _on(test), NOTHING
    assert_never(task)


def _key_answered(test: Trial, key: Key, came: Keys, is_sure: bool) -> Trial:
    if not is_sure and came not in ({key}, test.first):
        return replace(test, first=came).sounding(Sound.REFUSAL)
    seen = replace(test.seen, keys=(*test.seen.keys, (key, came)))
    return _on(replace(test, seen=seen)).sounding(Sound.CLICK)


def _lamp_answered(test: Trial, task: AllDark | FindLamp, where: frozenset[Space]) -> Trial:
    expected = frozenset({task.space}) if isinstance(task, FindLamp) else frozenset()
    if isinstance(task, FindLamp) and where and not answers(test, task.space):
        where = expected  # its own button can't tell: any other one says that it is lit
    if where and where not in (expected, test.first):
        return replace(test, first=frozenset[Key](where)).sounding(Sound.REFUSAL)
    if isinstance(task, AllDark):
        seen = replace(test.seen, always_lit=where)
    else:
        seen = replace(test.seen, lamps=(*test.seen.lamps, (task.space, where)))
    return _on(replace(test, seen=seen)).sounding(Sound.CLICK)


def _offer_answered(test: Trial, pressed: Keys) -> Done:
    yes = yes_no(test)[0]
    if yes is None or yes not in _places(test, pressed):
        return _on(replace(test, todo=test.todo[:1])), NOTHING
    rewire = correction(test.fitted, test.seen)
    assert rewire is not None  # else it would not have been offered
    # What was seen of buttons holds no longer: they are right now.
    seen = replace(test.seen, keys=(), lamps=())
    test = replace(test, corrected=True, fitted=test.fitted.rewired(rewire), seen=seen)
    return _on(test), (rewire,)


def answers(test: Trial, space: Space) -> bool:
    """Whether a press of that space can be told from all others."""
    came = test.seen.answer(space)
    if space in test.seen.stuck or came == frozenset():
        return False
    return came is None or sum(came == other for _, other in test.seen.keys) == 1


def yes_no(test: Trial) -> tuple[Space | None, Space | None]:
    """The spaces that say yes and no: the first two whose buttons can be told."""
    every = [Space(number) for number in range(1, test.fitted.spaces + 1)]
    able = [space for space in every if answers(test, space)]
    yes, no = [*able, None, None][:2]
    return yes, no


def _is_menu(test: Trial, pressed: Keys) -> bool:
    """Whether it was the menu button, whatever that answers as."""
    return pressed == (test.seen.answer(None) or {None})


def _places(test: Trial, pressed: Keys) -> frozenset[Space]:
    """The spaces that were pressed, whatever their buttons answer as."""
    known = {came: key for key, came in reversed(test.seen.keys) if came}
    task = test.task
    if isinstance(task, FindLamp) and test.seen.answer(task.space) == pressed:
        return frozenset({task.space})
    if pressed in known:
        found = {known[pressed]}
    else:
        found = {known.get(frozenset({key}), key) for key in pressed}
    return frozenset(key for key in found if key is not None)


def _on(test: Trial) -> Trial:
    """On to the next task; after the last one to what was found."""
    todo = test.todo[1:]
    while todo and _needless(test, todo[0]):
        todo = todo[1:]
    test = replace(test, todo=todo, since=test.now, first=None)
    return test if todo or test.found is not None else _with_findings(test)


def _needless(test: Trial, task: Task) -> bool:
    match task:
        case PressKey(key=key):
            return key in test.seen.stuck
        case LeaveTray() | ShakeTray():
            lost = any(part is Part.TRAY for part, _ in test.seen.lost)
            return lost or test.seen.tray is not Tray.UNKNOWN
        case Announce() | LookAt():
            return test.is_blind
        case _:
            return False


def _with_findings(test: Trial) -> Trial:
    """Everything has been tried: tell what is wrong, and offer what would help."""
    found = faults(test.fitted, test.seen)
    todo: tuple[Task, ...] = tuple(map(Tell, range(len(found)))) or (AllWell(),)
    if correction(test.fitted, test.seen) is not None:
        todo = (*todo, Offer(), Written())
    return replace(test, todo=todo, found=found)
