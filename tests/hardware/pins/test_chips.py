"""Finding the header's chip, whatever its number, in folders like the kernel's."""

import errno
import os

import pytest

from hardware.pins import BoardInUseError, Chip, FactoryError, HeldChip, chips, find_chip
from hardware.pins.chips import label_of, read_label
from puluc.errors import PulucError


class Machine:
    """GPIO chips as the kernel lists them."""

    def __init__(self, folder):
        self.sysfs, self.dev = folder / "sys", folder / "dev"
        self.dev.mkdir()
        self.labels = {}

    def add(self, number, label, *compatible):
        chip = self.sysfs / f"gpiochip{number}"
        chip.mkdir(parents=True)
        if compatible:
            (chip / "of_node").mkdir()
            (chip / "of_node" / "compatible").write_bytes(
                b"".join(name.encode() + b"\0" for name in compatible)
            )
        path = self.dev / f"gpiochip{number}"
        path.touch()
        self.labels[path] = label
        return path

    def read(self, path):
        label = self.labels[path]
        if isinstance(label, OSError):
            raise label
        return label

    def find(self, named=""):
        return find_chip(named, kind="gpiod", sysfs=self.sysfs, dev=self.dev, label=self.read)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


PI_5 = [
    (11, "gpio-brcmstb@107d508500", ("brcm,bcm7445-gpio",)),
    (15, "pinctrl-rp1", ("raspberrypi,rp1-gpio",)),
    (2, "pinctrl-bcm2835", ()),
]


@pytest.mark.parametrize(
    ("there", "number"),
    [
        ([(0, "pinctrl-bcm2835", ("brcm,bcm2835-gpio",)), (1, "raspberrypi-exp-gpio", ())], 0),
        ([(0, "pinctrl-bcm2711", ("brcm,bcm2711-gpio",)), (1, "raspberrypi-exp-gpio", ())], 0),
        ([(0, "gpio-sim.0", ()), (3, "pinctrl-bcm2711", ())], 3),
        (PI_5, 15),
        ([(4, "something new", ("raspberrypi,rp1-gpio",)), (0, "gpio-brcmstb", ())], 4),
        ([(10, "pinctrl-rp1", ()), (9, "pinctrl-rp1", ())], 9),
    ],
)
def test_the_headers_chip_is_found_by_what_it_is(machine, there, number):
    """By its label or its name in the device tree, on every Pi, whatever its number."""
    for each, label, compatible in there:
        machine.add(each, label, *compatible)
    assert machine.find().number == number


@pytest.mark.parametrize(
    "named",
    ["gpio-brcmstb@107d508500", "brcm,bcm7445-gpio", "{dev}/gpiochip11", "{dev}/link"],
)
def test_the_builder_may_name_another(machine, named):
    """A label, a name of the device tree, a device, or a link to one."""
    for each, label, compatible in PI_5:
        machine.add(each, label, *compatible)
    (machine.dev / "link").symlink_to(machine.dev / "gpiochip11")
    assert machine.find(named.format(dev=machine.dev)).number == 11


def test_all_are_listed_by_number(machine):
    """With what each is; one that can't be opened has the reason."""
    machine.add(10, "b")
    machine.add(2, OSError(errno.EACCES, "Permission denied"), "brcm,bcm2711-gpio")
    (machine.sysfs / "gpiochip-nonsense").mkdir()
    found = chips(machine.sysfs, machine.dev, machine.read)
    assert [str(chip) for chip in found] == ["gpiochip2 (brcm,bcm2711-gpio)", "gpiochip10 (b)"]
    assert found[0].error.errno == errno.EACCES
    assert str(Chip(machine.dev / "gpiochip7")) == "gpiochip7"


@pytest.mark.parametrize(
    ("there", "named", "words"),
    [
        ([], "", ("no GPIO chip", "is this a Raspberry Pi? `puluc play` needs none")),
        (
            [(0, "gpio-mockup-A")],
            "",
            (
                "no GPIO chip of a Pi, only gpiochip0 (gpio-mockup-A)",
                "name the right one in board.chip",
            ),
        ),
        (
            [(0, "pinctrl-bcm2711")],
            "rp1",
            ("no GPIO chip 'rp1'", "there is gpiochip0 (pinctrl-bcm2711) (board.chip)"),
        ),
        ([], "rp1", ("no GPIO chip 'rp1'", "there is none at all (board.chip)")),
        ([], "/dev/chip9", ("no GPIO chip '/dev/chip9'", "there is none at all (board.chip)")),
        (
            [(0, OSError(errno.EACCES, "Permission denied"))],
            "",
            ("{dev}/gpiochip0 is not permitted", "is the user in the group gpio?"),
        ),
        (
            [(0, OSError(errno.EACCES, "Permission denied"))],
            "{dev}/gpiochip0",
            ("{dev}/gpiochip0 is not permitted", "is the user in the group gpio?"),
        ),
        (
            [(0, OSError(errno.ENOENT, "No such file or directory"))],
            "",
            ("{dev}/gpiochip0: no such file or directory", "has the kernel lost the chip?"),
        ),
    ],
)  # fmt: skip
def test_what_is_missing_is_told_with_what_helps(machine, there, named, words):
    """The factory, the cause and the remedy; all chips that are there are named."""
    for number, label in there:
        machine.add(number, label)
    with pytest.raises(FactoryError) as none:
        machine.find(named.format(dev=machine.dev))
    expected = tuple(each.format(dev=machine.dev) for each in words)
    assert (none.value.cause, none.value.remedy) == expected
    assert none.value.kind == "gpiod"
    assert str(none.value) == f"pins gpiod: {expected[0]}; {expected[1]}"
    assert isinstance(none.value, PulucError)
    assert isinstance(none.value, OSError)


def test_what_is_no_chip_has_no_label():
    """The kernel is asked; a device that is none says so."""
    with pytest.raises(OSError):  # noqa: PT011 - which number differs
        read_label("/dev/null")
    with pytest.raises(OSError):  # noqa: PT011
        label_of(os.eventfd(0))


def test_two_of_our_processes_never_share_a_board(machine):
    """The second says so; when the first has let go, it may have it."""
    chip = Chip(machine.add(0, "pinctrl-bcm2711"), "pinctrl-bcm2711")
    first = HeldChip(chip)
    with pytest.raises(BoardInUseError, match=r"gpiochip0 \(pinctrl-bcm2711\) is in use by anoth"):
        HeldChip(chip)
    first.close()
    first.close()
    HeldChip(chip).close()


def test_a_chip_that_is_gone_is_noticed(machine):
    """What the kernel says to a question is the answer; here it is no chip at all."""
    held = HeldChip(Chip(machine.add(0, "pinctrl-bcm2711")))
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        held.check()
    held.close()


def test_a_chip_that_cannot_be_opened(machine):
    """The kernel's error comes through."""
    with pytest.raises(FileNotFoundError):
        HeldChip(Chip(machine.dev / "gpiochip5"))
