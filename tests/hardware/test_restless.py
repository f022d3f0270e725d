"""A tilt switch that fires on and on, told by its edges alone."""

from hardware.shake import Restless


def fire(restless, first_us, until_us, every_us=40_000):
    """Edges up to a time; when the switch was found to be broken."""
    return [at for at in range(first_us, until_us, every_us) if restless.edge(at)]


def test_half_a_minute():
    """A switch that fires for half a minute without a pause is broken, and found so once."""
    restless = Restless()
    assert fire(restless, 0, 60_000_000) == [30_040_000]
    assert restless.broken


def test_shaken_again_and_again():
    """Shakes with short pauses between them are no fault, however long they go on."""
    restless = Restless()
    for start_us in range(0, 120_000_000, 2_000_000):
        assert fire(restless, start_us, start_us + 1_600_000) == []
    assert restless.due_us is None


def test_mended():
    """It is believed again a second after its last edge, and told so once."""
    restless = Restless()
    fire(restless, 0, 40_000_000)
    assert restless.due_us == 40_960_000
    assert not restless.poll(40_959_999)
    assert restless.poll(40_960_000)
    assert not restless.broken
    assert not restless.poll(50_000_000)
