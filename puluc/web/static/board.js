// The simulated board: fingers in, lamps, pixels and pieces out. The page knows nothing of the
// game and keeps nothing: all that is seen comes from the board, over one WebSocket.

const SVG = "http://www.w3.org/2000/svg";
const SIDES = { J: "Jade", C: "Cinnabar" };

const board = document.getElementById("board");
const track = document.getElementById("track");
const tray = document.getElementById("tray");
const lots = document.getElementById("lots");
const menu = document.getElementById("menu");
const oled = document.getElementById("oled");
const notice = document.getElementById("notice");

// --- The board's parts -------------------------------------------------------------------------

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function drawing(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// One numeral as the Maya wrote it: dots for ones on bars for fives; from 20 on the score above.
function mayaNumeral(number) {
  const numeral = drawing("svg", { class: "numeral", viewBox: "-20 -30 40 30", "aria-hidden": "true" });
  let y = -3;
  const digit = (value) => {
    if (value === 0) {
      numeral.append(drawing("ellipse", { cx: 0, cy: y - 2, rx: 9, ry: 4, class: "shell" }));
      y -= 11;
    }
    for (let bar = 0; bar < Math.floor(value / 5); bar++, y -= 6.5)
      numeral.append(drawing("rect", { x: -15, y: y - 2, width: 30, height: 4, rx: 1.4 }));
    const dots = value % 5;
    for (let dot = 0; dot < dots; dot++)
      numeral.append(drawing("circle", { cx: (dot - (dots - 1) / 2) * 9, cy: y - 0.5, r: 3 }));
    if (dots) y -= 7;
  };
  digit(number % 20);
  if (number >= 20) {
    y -= 3;
    digit(Math.floor(number / 20));
  }
  return numeral;
}

function build(spaces) {
  track.replaceChildren();
  for (let space = 1; space <= spaces; space++) {
    const pile = drawing("svg", { class: "pile", viewBox: "0 0 100 230", "aria-hidden": "true" });
    const button = element("button", { type: "button", class: "space", "data-space": space, "data-warriors": "" },
      mayaNumeral(space),
      element("span", { class: "recess" }, pile),
      element("span", { class: "lamp", "data-lit": "false" }),
      element("span", { class: "cap" }, String(space)));
    fingersOn(button, pressOf(space));
    track.append(button);
    name(button);
  }
  fit();
}

// What a screen reader says of a space.
function name(button) {
  const lit = button.querySelector(".lamp").dataset.lit === "true";
  const piles = button.dataset.warriors.split("+").filter(Boolean);
  const words = piles.map((pile) => [...pile].map((side) => SIDES[side]).join(", "));
  const standing = words.length ? `bottom to top: ${words.join("; beside it: ")}` : "empty";
  button.setAttribute("aria-label", `Space ${button.dataset.space}${lit ? ", lit" : ""}, ${standing}`);
}

// --- What is seen ------------------------------------------------------------------------------

function show(news) {
  if (news.lamps) showLamps(news.lamps);
  if (news.pixels !== undefined) showPixels(news.pixels, news.size);
  if (news.light !== undefined) showLight(news.light);
  if (news.position !== undefined) showPosition(news.position);
}

function showLamps(lamps) {
  if (track.childElementCount !== lamps.length) build(lamps.length);
  lamps.forEach((lit, index) => {
    const button = track.children[index];
    button.querySelector(".lamp").dataset.lit = lit;
    name(button);
  });
}

function showPixels(encoded, [width, height]) {
  if (oled.width !== width || oled.height !== height) {
    oled.width = width;
    oled.height = height;
    fit();
  }
  const bits = atob(encoded);
  const image = new ImageData(width, height);
  for (let pixel = 0; pixel < width * height; pixel++)
    if (bits.charCodeAt(pixel >> 3) & (0x80 >> (pixel & 7))) image.data.set([216, 240, 255, 255], pixel * 4);
  oled.getContext("2d").putImageData(image, 0, 0);
}

function showLight(light) {
  oled.dataset.light = light;
  // An eye sees the dimmest setting of a real panel as a good half of the brightest.
  oled.style.opacity = light === 0 ? 0 : 0.5 + light / 510;
}

function showPosition(position) {
  const seats = position ? position.seats : 2;
  [...track.children].forEach((button, index) => {
    const space = position ? position.spaces[index] : { used: true, fire: false, piles: [] };
    button.classList.toggle("unused", !space.used);
    button.classList.toggle("fire", space.fire);
    button.dataset.warriors = space.piles.map((pile) => pile.warriors.map((owner) => owner[0]).join("")).join("+");
    button.querySelector(".pile").replaceChildren(...space.piles.map((pile, place) =>
      pileDrawing(pile, place, space.piles.length, seats)));
    name(button);
  });
  for (const side of Object.keys(SIDES)) {
    const at = position ? position.sides[side] : { hand: [], kills: 0, out: 0 };
    const enemy = side === "J" ? "C" : "J";
    fillBowl("hand", side, at.hand, seats, `${SIDES[side]} in hand: ${at.hand.length}`);
    fillBowl("kills", side, Array(at.kills).fill(enemy), 2, `${SIDES[side]}’s kills: ${at.kills}`);
    const out = document.getElementById(`out-${side}`);
    out.hidden = at.out === 0;
    out.textContent = ` · out ${at.out}`;
  }
  const count = position ? position.lots : 4;
  if (lots.childElementCount !== count) layLots(count);
}

// A pile on its space, bottom to top; partners' piles on one space stand side by side.
function pileDrawing({ warriors, homeward }, place, piles, seats) {
  const step = Math.min(19, 180 / Math.max(1, warriors.length - 1));
  const pieces = warriors.map((owner, height) => drawing("g", { transform: `translate(0 ${-19 - height * step})` },
    drawing("use", { href: `#piece-${owner[0]}` }), ...seatNumber(owner, seats, 15.5)));
  const group = drawing("g", { transform: `translate(${(100 * (place + 0.5)) / piles} 218) scale(${1 / piles} 1)` },
    drawing("ellipse", { class: "shadow", cy: 3, rx: 44, ry: 11 }), ...pieces);
  if (homeward) {
    // A chevron over the pile: it has turned, and is on its way to its own side's home.
    const way = warriors.at(-1)[0] === "J" ? -1 : 1;
    const top = -19 - (warriors.length - 1) * step - 15;
    group.append(drawing("path", { class: "homeward", d: `M${-9 * way} ${top - 7}L${9 * way} ${top}L${-9 * way} ${top + 7}` }));
  }
  return group;
}

// In team play a piece bears its owner's number within the side.
function seatNumber(owner, seats, y) {
  return seats > 2 && owner.length > 1 ? [drawing("text", { class: "seat", y }, owner.slice(1))] : [];
}

function fillBowl(kind, side, owners, seats, label) {
  const bowl = document.getElementById(`${kind}-${side}`);
  bowl.dataset.count = owners.length;
  bowl.classList.toggle("crowded", owners.length > 10);
  bowl.setAttribute("aria-label", label);
  bowl.replaceChildren(...owners.map((owner) => drawing("svg", { viewBox: "-21 -21 42 44" },
    drawing("use", { href: `#token-${owner[0]}` }), ...seatNumber(owner, seats, 5))));
  document.getElementById(`${kind}-number-${side}`).textContent = owners.length;
}

// The lots lie on edge: what they show is on the display alone.
function layLots(count) {
  const turns = [-24, 15, 68, -58, 34, -8];
  lots.replaceChildren(...Array.from({ length: count }, (_, index) => {
    const x = (index - (count - 1) / 2) * (168 / Math.max(4, count));
    return drawing("g", { transform: `translate(${x} ${index % 2 ? 10 : -9}) rotate(${turns[index % 6]})` },
      drawing("use", { href: "#lot", class: "lot" }));
  }));
}

function dark() {
  for (const lamp of track.querySelectorAll(".lamp")) lamp.dataset.lit = false;
  [...track.children].forEach(name);
  showLight(0);
}

// --- The line to the board ---------------------------------------------------------------------

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
let line = null;
let wait = FIRST_WAIT_MS;
let retry = 0;

function connect() {
  clearTimeout(retry);
  const socket = new WebSocket(`ws://${location.host}/board`);
  line = socket;
  socket.addEventListener("message", ({ data }) => {
    wait = FIRST_WAIT_MS;
    show(JSON.parse(data));
    if (document.body.dataset.connected !== "true") {
      document.body.dataset.connected = true;
      notice.textContent = "";
    }
  });
  socket.addEventListener("close", () => {
    // The board has let go of all that was held here.
    letAllGo();
    line = null;
    document.body.dataset.connected = false;
    notice.textContent = "The board is not there. Looking for it…";
    dark();
    retry = setTimeout(connect, wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  });
}

function send(message) {
  if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
}

// A closed line is tried again at once when somebody looks.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") letAllGo();
  else if (line === null) connect();
});

// --- Fingers -----------------------------------------------------------------------------------

// A finger needs longer than this for the quickest tap; a script or a screen reader does not, and
// the board would take its press for a spike.
const SHORTEST_PRESS_MS = 40;

// Each finger that is down (a pointer's id or a key's code) and what lifts it.
const fingers = new Map();

function fingerDown(finger, button, [down, up]) {
  const earlier = fingers.get(finger);
  if (earlier && !earlier.raised) return;
  earlier?.lift();
  const since = performance.now();
  const pressing = { button, raised: false, lift, raise };
  let timer = 0;
  function lift() {
    clearTimeout(timer);
    fingers.delete(finger);
    if ([...fingers.values()].some((other) => other.button === button)) return;
    button.classList.remove("down");
    send(up);
  }
  function raise() {
    if (pressing.raised) return;
    pressing.raised = true;
    const left = SHORTEST_PRESS_MS - (performance.now() - since);
    if (left > 0) timer = setTimeout(lift, left);
    else lift();
  }
  fingers.set(finger, pressing);
  button.classList.add("down");
  send(down);
}

function fingerUp(finger) {
  fingers.get(finger)?.raise();
}

function letAllGo() {
  for (const { lift } of [...fingers.values()]) lift();
}

const pressOf = (space) => [{ press: space }, { release: space }];
const MENU = [{ menu: true }, { menu: false }];

// Mouse, pen and touch on a button, Enter and the space bar when it has the focus, and the bare
// click that a screen reader makes.
function fingersOn(button, messages) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId);
    fingerDown(event.pointerId, button, messages);
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    button.addEventListener(end, (event) => fingerUp(event.pointerId));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) fingerDown(event.code || event.key, button, messages);
  });
  button.addEventListener("click", (event) => {
    if (event.detail !== 0) return;
    fingerDown("click", button, messages);
    fingerUp("click");
  });
  keepFocusAndMenuAway(button);
}

// A click must not take the focus: the space bar would then press that button, not shake. A long
// touch must not open the browser's menu, nor the space bar's rise make a click.
function keepFocusAndMenuAway(button) {
  button.addEventListener("keyup", (event) => {
    if (event.key === " ") event.preventDefault();
  });
  button.addEventListener("mousedown", (event) => event.preventDefault());
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

fingersOn(menu, MENU);

// --- The tray ----------------------------------------------------------------------------------

const ONE_SHAKE_MS = 500;
const MOVED_PX = 60;
let settled = 0;

function shake() {
  send({ shake: true });
  clearTimeout(settled);
  tray.classList.add("shaken");
  settled = setTimeout(() => tray.classList.remove("shaken"), ONE_SHAKE_MS);
}

// Dragged to and fro, the tray goes with the finger and goes on being shaken.
tray.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  tray.setPointerCapture(event.pointerId);
  shake();
  let { clientX: x, clientY: y } = event;
  const [startX, startY] = [x, y];
  let moved = 0;
  let since = performance.now();
  const drag = (move) => {
    if (move.pointerId !== event.pointerId) return;
    moved += Math.hypot(move.clientX - x, move.clientY - y);
    ({ clientX: x, clientY: y } = move);
    const within = (distance) => Math.max(-14, Math.min(14, distance / 3));
    tray.style.translate = `${within(x - startX)}px ${within(y - startY)}px`;
    if (moved >= MOVED_PX && performance.now() - since >= ONE_SHAKE_MS) {
      moved = 0;
      since = performance.now();
      shake();
    }
  };
  const drop = (end) => {
    if (end.pointerId !== event.pointerId) return;
    tray.style.translate = "";
    tray.removeEventListener("pointermove", drag);
    tray.removeEventListener("lostpointercapture", drop);
  };
  tray.addEventListener("pointermove", drag);
  tray.addEventListener("lostpointercapture", drop);
});
tray.addEventListener("click", (event) => {
  if (event.detail === 0) shake();
});
keepFocusAndMenuAway(tray);

// --- Keys --------------------------------------------------------------------------------------

// By their place on the keyboard, which is the same where the top row types other signs; by their
// sign where a device tells no place.
const CODES = ["Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9", "Digit0",
  "Minus", "Equal"];
const SIGNS = [..."1234567890-="];

function spaceOfKey(event) {
  const index = event.code ? CODES.indexOf(event.code) : SIGNS.indexOf(event.key);
  return track.children[index] ?? null;
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const key = event.key.toLowerCase();
  const space = spaceOfKey(event);
  const onTray = event.target === tray && (key === " " || key === "enter");
  if (space) {
    if (!event.repeat) fingerDown(event.code || event.key, space, pressOf(Number(space.dataset.space)));
  } else if (key === "m") {
    if (!event.repeat) fingerDown(event.code || event.key, menu, MENU);
  } else if (key === "s" || key === " " || onTray) {
    if (!event.repeat) shake();
  } else return;
  event.preventDefault();
});
document.addEventListener("keyup", (event) => fingerUp(event.code || event.key));
window.addEventListener("blur", letAllGo);

// --- Sizes -------------------------------------------------------------------------------------

// The largest board that the window holds: in one row of spaces or, where they would be too
// small for a finger, in several, and then the page scrolls. Only a whole number of the screen's
// own pixels for each of the display's keeps those crisp.
const SMALLEST_PX = 44;
const LARGEST_PX = 150;

function fit() {
  const spaces = track.childElementCount || 11;
  // Not innerHeight: a phone enlarges that while, just turned, its page is too wide.
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const beside = width >= 900 || width > 1.5 * height;
  board.dataset.homes = beside ? "beside" : "above";

  const grain = window.devicePixelRatio || 1;
  const room = beside ? Math.min(width * 0.44, height * (spaces > 15 ? 0.5 : 0.66)) : Math.min(width - 70, height * 0.44);
  const dot = Math.max(1, Math.floor((room * grain) / Math.max(oled.width, 2 * oled.height))) / grain;
  const set = (name, pixels) => board.style.setProperty(name, `${pixels}px`);
  set("--dot", dot);
  oled.style.width = `${oled.width * dot}px`;
  oled.style.height = `${oled.height * dot}px`;

  const home = beside ? Math.max(104, Math.min(190, width * 0.1)) : 0;
  set("--home", home);
  const across = width - (beside ? 2 * home + 112 : 46);
  const down = height - oled.height * dot - (beside ? 156 : 226);
  const rows = [1, 2, 3, 4, 5, 6].map((row) => {
    const columns = Math.ceil(spaces / row);
    return { columns, widest: across / columns, column: Math.min(across / columns, down / row / 3.1, LARGEST_PX), row };
  });
  let best = rows.reduce((one, other) => (other.column > one.column ? other : one));
  if (best.column < SMALLEST_PX) {
    best = rows.find((row) => row.widest >= SMALLEST_PX) ?? rows.at(-1);
    best.column = Math.min(best.widest, 64);
  }
  const column = Math.floor(best.column);
  board.style.setProperty("--columns", best.columns);
  set("--col", column);
  set("--recess", Math.max(1.45 * column, Math.min(2.3 * column, down / best.row - 1.65 * column)));
}

window.addEventListener("resize", fit);
build(11);
showPosition(null);
dark();
connect();
