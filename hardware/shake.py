"""Recognises the shaking of a tray from the edges of its tilt switch, and a switch that is broken.

Pure, and written in what CPython and MicroPython have in common: the Pico runs this very file.
Times are integer microseconds on any clock that does not run backwards.
"""


class Shake:
    """Tells shaking from a knock, and says when the tray has come to rest.

    Shaking is some edges close together that are spread over some time, too: one knock makes a
    dozen edges, but all at once. Quiet ends it. At what level the switch rests means nothing.
    A tray that is shaken on and on ends at a limit, and must come to rest before it counts
    again. (DESIGN.md, "Debouncing is ours".)

        shake = Shake()
        for at_us in range(0, 600000, 40000):
            shake.edge(at_us)      # None
        shake.due_us               # 910000: 350 ms after the last edge
        shake.poll(910000)         # (0, 910000): began, ended

    Attributes:
        due_us: When the owner is to call ``poll``; None while nobody shakes.
    """

    def __init__(
        self,
        *,
        edges: int = 6,
        window_us: int = 400000,
        slices: int = 3,
        slice_us: int = 100000,
        quiet_us: int = 350000,
        refractory_us: int = 500000,
        limit_us: int = 8000000,
        noise_us: int = 1000,
    ) -> None:
        """Begin with a tray at rest.

        Args:
            edges: How many edges make a shake,
            window_us: within how long,
            slices: in how many different slices of that time at least,
            slice_us: each so long, the first beginning with the first edge.
            quiet_us: How long without an edge ends it.
            refractory_us: How long after its end no new one begins.
            limit_us: How long one may last.
            noise_us: An edge closer than this to the one before is noise.
        """
        self.due_us: int | None = None
        self._count = edges
        self._window_us = window_us
        self._slices = slices
        self._slice_us = slice_us
        self._quiet_us = quiet_us
        self._refractory_us = refractory_us
        self._limit_us = limit_us
        self._noise_us = noise_us
        self._edges: list[int] = []  # those within the window, while nobody shakes
        self._began_us = 0  # the first edge of the shake, while somebody shakes
        self._heard_us: int | None = None  # the last edge, noise or not
        self._last_us = 0  # the last edge that was no noise, once there was one
        self._deaf_until_us: int | None = None  # the refractory time's end
        self._restless = False  # a shake is over, and the tray was not at rest since: the limit

    def edge(self, at_us: int) -> tuple[int, int] | None:
        """Take an edge, either way.

        Returns:
            ``(began_us, ended_us)`` of a shake that was over before this edge, else None.
        """
        over = self.poll(at_us)
        heard_us, self._heard_us = self._heard_us, at_us
        if heard_us is not None and at_us - heard_us < self._noise_us:
            return over
        last_us, self._last_us = self._last_us, at_us
        if self._restless and at_us - last_us < self._quiet_us:
            return over
        self._restless = False
        if self._deaf_until_us is not None and at_us < self._deaf_until_us:
            return over
        if self.due_us is not None or self._begins(at_us):
            self.due_us = min(at_us + self._quiet_us, self._began_us + self._limit_us)
        return over

    def poll(self, at_us: int) -> tuple[int, int] | None:
        """Look whether a shake is over; to be called at ``due_us``, harmless at any time.

        Returns:
            ``(began_us, ended_us)`` once for each shake, else None.
        """
        if self.due_us is None or at_us < self.due_us:
            return None
        over = (self._began_us, self.due_us)
        self._restless = True
        self._deaf_until_us = self.due_us + self._refractory_us
        self.due_us = None
        return over

    def _begins(self, at_us: int) -> bool:
        """Count an edge in; whether there are enough of them now, so that somebody shakes."""
        edges = self._edges
        edges.append(at_us)
        while at_us - edges[0] > self._window_us:
            edges.pop(0)
        first_us = edges[0]
        slices = {(edge_us - first_us) // self._slice_us for edge_us in edges}
        if len(edges) < self._count or len(slices) < self._slices:
            return False
        self._began_us = first_us
        self._edges = []
        return True


class Restless:
    """Tells a switch that fires on and on from a tray that people shake.

    Attributes:
        broken: Whether the switch can't be believed.
        due_us: When the owner is to call ``poll``; None while the switch is well.
    """

    def __init__(
        self, *, restless_us: int = 30000000, quiet_us: int = 350000, pause_us: int = 1000000
    ) -> None:
        """Begin with a switch that is well.

        Args:
            restless_us: One that fires so long without a pause is broken: nobody shakes for half
                a minute.
            quiet_us: As little quiet as ends a shake is a pause: who plays fast shakes again at
                once.
            pause_us: A broken one is believed again after so much quiet.
        """
        self.broken = False
        self.due_us: int | None = None
        self._restless_us = restless_us
        self._quiet_us = quiet_us
        self._pause_us = pause_us
        self._last_us: int | None = None
        self._since_us = 0  # when the edges began that have not paused since

    def edge(self, at_us: int) -> bool:
        """Take an edge, either way; whether by it the switch is known to be broken."""
        if self._last_us is None or at_us - self._last_us >= self._quiet_us:
            self._since_us = at_us
        self._last_us = at_us
        found = not self.broken and at_us - self._since_us > self._restless_us
        self.broken = self.broken or found
        self.due_us = at_us + self._pause_us if self.broken else None
        return found

    def poll(self, at_us: int) -> bool:
        """Whether a broken switch is to be believed again; to be called at ``due_us``."""
        if self.due_us is None or at_us < self.due_us:
            return False
        self.broken = False
        self.due_us = None
        return True
