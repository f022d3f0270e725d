"""What the installer does to the boot files, and undoes."""

import pytest

from hardware.wiring import WIRINGS, Line
from puluc.install.boot import BootFiles, changed, restored
from tests.install.machine import CMDLINE_TXT, CONFIG_TXT

PI = BootFiles(CONFIG_TXT, CMDLINE_TXT)


def used(profile: str = "direct") -> frozenset[Line]:
    return frozenset(line for line, _use in WIRINGS[profile].pi_uses())


def settings(config: str) -> list[str]:
    """The lines of a config.txt that count."""
    return [line for line in config.splitlines() if line and not line.startswith("#")]


def test_direct_needs_i2c_and_all_lines():
    """For `direct` I2C is on at 400 kHz, and SPI, 1-wire and the serial port are off."""
    new, said = changed(PI, used())
    assert settings(new.config) == [
        "dtparam=i2c_arm=off",
        "dtparam=audio=on",
        "[cm5]",
        "dtoverlay=dwc2,dr_mode=host",
        "[all]",
        "[all]",
        "dtparam=i2c_arm=on",
        "dtparam=i2c_arm_baudrate=400000",
        "enable_uart=0",
    ]
    assert new.cmdline == "console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 rootwait\n"
    assert said == (
        "turn I2C on, at 400 kHz (the OLED)",
        "turn SPI off (dtparam=spi=on): the board uses GPIO 7, 8, 9, 10, 11",
        "turn 1-wire off (dtoverlay=w1-gpio): the board uses GPIO 4",
        "turn the serial port off (enable_uart=1): the board uses GPIO 14, 15",
        "turn the serial console off (console=serial0,115200): the board uses GPIO 14, 15",
    )


def test_lines_that_are_free_stay_with_their_holders():
    """Nothing is turned off for a board that uses none of its lines."""
    new, said = changed(PI, frozenset({Line(2), Line(3), Line(5)}))
    assert settings(new.config)[: len(settings(PI.config))] == settings(PI.config)
    assert new.cmdline == PI.cmdline
    assert said == ("turn I2C on, at 400 kHz (the OLED)",)


@pytest.mark.parametrize(
    ("setting", "line", "is_off"),
    [
        ("dtoverlay=w1-gpio,gpiopin=22", 22, True),
        ("dtoverlay=w1-gpio,gpiopin=22", 4, False),
        ("dtoverlay=spi0-1cs,cs0_pin=7", 7, True),
        ("dtoverlay=spi1-3cs", 20, True),
        ("dtparam=i2s=on", 18, True),
        ("dtoverlay=miniuart-bt", 14, True),
        ("dtoverlay=disable-bt", 15, True),
        ("dtparam=uart0=on", 14, True),
        ("dtparam=spi=off", 8, False),
        ("dtoverlay=disable-wifi", 14, False),
    ],
)
def test_a_holder_is_off_only_for_its_own_lines(setting: str, line: int, is_off: bool):
    """Each setting that holds lines is turned off when the board uses one of them."""
    new, _said = changed(BootFiles(f"{setting}\n", ""), frozenset({Line(line)}))
    assert (setting not in settings(new.config)) == is_off


def test_other_parameters_of_a_line_stay():
    """Of `dtparam=audio=on,spi=on` only SPI is turned off, in its section; all of it comes back."""
    old = BootFiles("[pi4]\ndtparam=audio=on,spi=on,krnbt=on\n[all]\n", "root=/dev/mmcblk0p2\n")
    new, _said = changed(old, used())
    assert settings(new.config)[:3] == ["[pi4]", "dtparam=audio=on,krnbt=on", "[all]"]
    assert not any("spi=on" in line for line in settings(new.config))
    assert restored(new) == old


def test_the_pi_5_keeps_its_own_debug_port():
    """The console on the Pi 5's connector between the HDMI sockets holds no line of the header."""
    new, _said = changed(BootFiles("", "console=ttyAMA10,115200 root=x\n"), used())
    assert new.cmdline == "console=ttyAMA10,115200 root=x\n"


@pytest.mark.parametrize("config", ["", "a=b\n", CONFIG_TXT])
@pytest.mark.parametrize("cmdline", ["", CMDLINE_TXT, "quiet console=ttyS0,115200 root=x\n"])
@pytest.mark.parametrize("profile", sorted(WIRINGS))
def test_changes_are_undone_whole(config: str, cmdline: str, profile: str):
    """Changed and restored, both files hold what they held; done twice is done once."""
    old = BootFiles(config, cmdline)
    new, _said = changed(old, used(profile))
    assert changed(new, used(profile))[0] == new
    back = restored(new)
    assert back.config == old.config
    assert sorted(back.cmdline.split()) == sorted(old.cmdline.split())
    assert restored(back) == back


def test_what_others_change_meanwhile_stays():
    """Lines that somebody adds after the installer are there after it has undone its own."""
    new, _said = changed(PI, used())
    touched = BootFiles("gpu_mem=64\n" + new.config + "dtoverlay=rtc\n", "quiet " + new.cmdline)
    back = restored(touched)
    assert back.config == "gpu_mem=64\n" + PI.config + "dtoverlay=rtc\n"
    assert back.cmdline.split() == ["console=serial0,115200", "quiet", *new.cmdline.split()]


def test_a_cut_between_the_two_files_does_no_harm():
    """With config.txt written and cmdline.txt not, undoing doubles no word."""
    new, _said = changed(PI, used())
    assert restored(BootFiles(new.config, PI.cmdline)) == PI


def test_another_profile_gives_lines_back():
    """Changing from `direct` to a board without line 14 and 15 brings the console back."""
    direct, _said = changed(PI, used())
    other, _said = changed(direct, frozenset({Line(2), Line(3), Line(4)}))
    assert "console=serial0,115200" in other.cmdline
    assert "dtparam=spi=on" in settings(other.config)
    assert "dtoverlay=w1-gpio" not in settings(other.config)
