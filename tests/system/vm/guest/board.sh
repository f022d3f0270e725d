#!/bin/busybox sh
# The parts of a Pi that a PC lacks: a GPIO chip named like a Pi 4's, an I2C bus with an OLED's address on it, and
# a record of what is written to that bus. One process and few forks: the processor is emulated.
set -e
modprobe -a configfs gpio-sim i2c-dev
[ -d /sys/kernel/config/gpio-sim ] || mount -t configfs configfs /sys/kernel/config
chip=/sys/kernel/config/gpio-sim/pi
mkdir "$chip" "$chip/bank0"
echo 58 >"$chip/bank0/num_lines"
echo pinctrl-bcm2711 >"$chip/bank0/label"
echo 1 >"$chip/live"
read -r device <"$chip/dev_name"
read -r number <"$chip/bank0/chip_name"
mkdir -p /run/board
ln -s "/sys/devices/platform/$device/$number" /run/board/gpio
[ -d /sys/kernel/tracing/events ] || mount -t tracefs tracefs /sys/kernel/tracing
if ! grep -q puluc.oled=absent /proc/cmdline; then
    modprobe i2c-stub chip_addr=0x3c
fi
echo 1 >/sys/kernel/tracing/events/smbus/smbus_write/enable
