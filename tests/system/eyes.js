// What a test sees of the page, as text: lamps and the display's pixels, a 1 for each that is lit.

function look() {
  const oled = document.getElementById("oled");
  // A copy is read: reading the page's own canvas over and over would change how it is drawn.
  const copy = new OffscreenCanvas(oled.width, oled.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  context.drawImage(oled, 0, 0);
  const { data } = context.getImageData(0, 0, oled.width, oled.height);
  let dots = "";
  for (let at = 3; at < data.length; at += 4) dots += data[at] ? "1" : "0";
  const lamps = [...document.querySelectorAll(".lamp")].map((lamp) => (lamp.dataset.lit === "true" ? "1" : "0"));
  return [lamps.join(""), dots];
}

// Whether lamps and display show something else than before, fully drawn: both still for 50 ms.
let lookSeen = "";
let lookSince = 0;
function lookChanged([lamps, dots]) {
  const [lampsNow, dotsNow] = look();
  if (lampsNow + dotsNow !== lookSeen) [lookSeen, lookSince] = [lampsNow + dotsNow, performance.now()];
  return lampsNow !== lamps && dotsNow !== dots && performance.now() - lookSince > 50;
}

function looksLike([lamps, dots]) {
  const [lampsNow, dotsNow] = look();
  return lampsNow === lamps && dotsNow === dots;
}

window.eyes = { look, lookChanged, looksLike };
