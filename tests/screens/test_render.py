import subprocess
import sys

from puluc.screens import render
from puluc.screens.values import MessageScreen


def test_an_image_has_one_bit_a_pixel_and_the_panel_s_size():
    """The image is what a one-bit panel of the size asked for takes; 128x64 unless told."""
    assert (render(MessageScreen("Goodbye")).mode, render(MessageScreen("Goodbye")).size) == (
        "1",
        (128, 64),
    )
    assert render(MessageScreen("Goodbye"), (256, 64)).size == (256, 64)


def test_values_need_no_imaging_library():
    """Who only makes screens, as the session does, does not load Pillow."""
    code = "import sys, puluc.screens.values; sys.exit('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
