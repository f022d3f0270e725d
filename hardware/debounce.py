"""Turns the raw levels of one key into presses and releases.

Pure, and written in what CPython and MicroPython have in common: the Pico runs this very file.
Times are integer microseconds on any clock that does not run backwards.
"""


class Debouncer:
    """One key: a press is the key seen down twice, a millisecond apart; a release likewise.

    A spike on a long wire is shorter than that and does nothing. After each press or release the
    key is not listened to while its contact bounces; then its level is read again, so that
    neither is lost. (DESIGN.md, "Debouncing is ours".)

    The owner feeds it every edge as it comes, and besides samples the key at ``due_us``:

        key = Debouncer()
        key.feed(0, True)          # None: seen down once; key.due_us is 1000
        key.feed(1000, True)       # True: a press; key.due_us is 21000, when the bouncing is over
        key.feed(1300, False)      # None: not listened to
        key.feed(21000, True)      # None: still down; key.due_us is 271000, a look now and then

    Attributes:
        down: Whether the key is down, all bouncing removed.
        due_us: When the owner is to sample the key and feed what it reads; None when only an
            edge is of interest, as it is while a key is up: an idle key costs nothing.
    """

    def __init__(
        self,
        *,
        down: bool = False,
        at_us: int = 0,
        confirm_us: int = 1000,
        window_us: int = 10000,
        deaf_us: int = 20000,
        look_us: int = 250000,
    ) -> None:
        """Begin with a key that is up or down.

        Args:
            down: Whether the key is down now.
            at_us: The time now.
            confirm_us: How far apart the two sightings must be at least.
            window_us: How far apart they may be at most.
            deaf_us: How long the key is not listened to after a press or a release.
            look_us: How often a key that is down is sampled, in case its release had no edge.

        Raises:
            ValueError: no two sightings can be so far apart within the window.
        """
        if confirm_us > window_us:
            raise ValueError(f"confirm_us {confirm_us}: the window has {window_us}")
        self.down = down
        self.due_us: int | None = at_us + look_us if down else None
        self._confirm_us = confirm_us
        self._window_us = window_us
        self._deaf_us = deaf_us
        self._look_us = look_us
        self._deaf_until_us: int | None = None
        self._first_us: int | None = None  # when it was first seen in the state that it is not in

    def feed(self, at_us: int, level: bool) -> bool | None:
        """Take an edge or a sample: at that time the key read down (True) or up (False).

        Returns:
            True for a press, False for a release, None for neither.
        """
        if self._deaf_until_us is not None:
            if at_us < self._deaf_until_us:
                return None
            self._deaf_until_us = None
        if level == self.down:
            if self.due_us is not None and at_us >= self.due_us:
                self.due_us = at_us + self._look_us if self.down else None
            return None
        if self._first_us is None or at_us - self._first_us > self._window_us:
            self._first_us = at_us
            self.due_us = at_us + self._confirm_us
            return None
        if at_us - self._first_us < self._confirm_us:
            return None
        self.down = level
        self._first_us = None
        self._deaf_until_us = at_us + self._deaf_us
        self.due_us = self._deaf_until_us
        return level
