"""The OLED: what changed goes over the I2C bus, and a display that goes away comes back."""

from hardware.bus import Bus, smbus
from hardware.oled.device import Controller
from hardware.oled.display import OledDisplay

__all__ = ["Bus", "Controller", "OledDisplay", "smbus"]
