// Runs an RP2 image in step with a test, which says how late it is and what is pressed.
//
//     node emulator.mjs IMAGE BOOT_ROM FD START_US SPACES KEYS TILT
//
// It says and hears the same as tests/lockstep/serve.py: on standard input comes, in a line, up to when to run
// (in microseconds), the keys that are down, the tilt switch's level, and how many bytes the host has sent in all;
// after having run so far it prints the lamps that are lit, the tone, how many bytes the board has sent in all,
// when it wants to run again, and whether its serial port is there. The bytes go through the pty on the file FD.
// Pins are those of firmware/pins.py for boards up to 11 spaces; the key after the last space's is the strap.
// Everything is synchronous: no time passes but the test's.

import { readFileSync, readSync, writeSync } from 'node:fs';
import { ConsoleLogger, GPIOPinState, LogLevel, Simulator, USBCDC } from 'rp2040js';

const FIRST_KEY = 0;
const FIRST_LAMP = 11;
const TILT = 22;
const MENU = 26;
const STRAP = 27;
const BUZZER_SLICE = 6; // GP28 is output A of PWM slice 6 (RP2040 datasheet, 4.5.2)
const CYCLE_NS = 8; // at 125 MHz
const STEP_US = 1_000; // as often as the firmware looks at its pins

const [imagePath, romPath, ...numbers] = process.argv.slice(2);
const [pty, startUs, spaces, firstKeys, firstTilt] = numbers.map(Number);

const simulator = new Simulator();
const { rp2040: chip, clock } = simulator;
const rom = readFileSync(romPath);
chip.logger = new ConsoleLogger(LogLevel.Error);
chip.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));
chip.flash.set(readFileSync(imagePath));
chip.core.PC = 0x10000000;

const host = new USBCDC(chip.usbCtrl);
let isConnected = false;
let written = 0;
let read = 0;
const waiting = [];
let asked = null;
host.onDeviceConnected = () => {
  isConnected = true;
};
host.onSerialData = (data) => {
  for (let done = 0; done < data.length; ) done += writeSync(pty, data, done);
  written += data.length;
};

// rp2040js answers at once, with nothing when there is nothing, and so keeps the board busy. A real host sends
// no empty packets: the board's request waits until there are bytes.
const answer = chip.usbCtrl.onEndpointRead;
chip.usbCtrl.onEndpointRead = (...request) => {
  if (!host.txFIFO.empty) answer(...request);
  else asked = request;
};

function send() {
  while (waiting.length && !host.txFIFO.full) host.sendSerialByte(waiting.shift());
  if (asked && !host.txFIFO.empty) {
    const request = asked;
    asked = null;
    answer(...request);
  }
}

function press(keys, tilt) {
  chip.gpio[MENU].setInputValue(!(keys & 1));
  for (let space = 1; space <= spaces; space++) {
    chip.gpio[FIRST_KEY + space - 1].setInputValue(!((keys >> space) & 1));
  }
  chip.gpio[TILT].setInputValue(tilt === 1);
  chip.gpio[STRAP].setInputValue(!((keys >> (spaces + 1)) & 1));
}

function take(arrived) {
  const chunk = Buffer.alloc(4_096);
  while (read < arrived) {
    const count = readSync(pty, chunk, 0, Math.min(arrived - read, chunk.length));
    waiting.push(...chunk.subarray(0, count));
    read += count;
  }
}

function runUntil(nanos) {
  const { core } = chip;
  while (clock.nanos < nanos) {
    if (waiting.length) send();
    if (core.waiting) {
      clock.tick(Math.min(clock.nanosToNextAlarm || CYCLE_NS, nanos - clock.nanos));
    } else {
      clock.tick(core.executeInstruction() * CYCLE_NS);
    }
  }
}

function lit() {
  let mask = 0;
  for (let space = 1; space <= spaces; space++) {
    if (chip.gpio[FIRST_LAMP + space - 1].value === GPIOPinState.High) mask |= 1 << space;
  }
  return mask;
}

function tone() {
  const { csr, div, cc, top } = chip.pwm.channels[BUZZER_SLICE];
  if (!(csr & 1) || !(cc & 0xffff)) return 0;
  return Math.round(chip.clkSys / ((div / 16) * (top + 1)));
}

function tell(atUs) {
  writeSync(1, `${lit()} ${tone()} ${written} ${atUs + STEP_US} ${Number(isConnected)}\n`);
}

function* lines() {
  const chunk = Buffer.alloc(4_096);
  let text = '';
  for (;;) {
    const end = text.indexOf('\n');
    if (end >= 0) {
      yield text.slice(0, end);
      text = text.slice(end + 1);
      continue;
    }
    const count = readSync(0, chunk);
    if (count === 0) return;
    text += chunk.toString('ascii', 0, count);
  }
}

press(firstKeys, firstTilt);
tell(startUs);
for (const line of lines()) {
  const [atUs, keys, tilt, arrived] = line.split(' ').map(Number);
  runUntil((atUs - startUs) * 1_000);
  press(keys, tilt);
  take(arrived);
  tell(atUs);
}
