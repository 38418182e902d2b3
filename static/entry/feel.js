// After a save: shows each side's change in the score for a moment, counts the figures up, and
// makes the phone buzz, twice for a set. Nothing moves where the phone asks for reduced motion.

const COUNTING = 400; // milliseconds
const SHOWN = 1600;
const figures = () => [...document.querySelectorAll("#score .fig")];
const numberIn = (figure) => Number(figure.textContent.replace("−", "-"));
const written = (number) => (number < 0 ? `−${-number}` : String(number));
const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Shows how the score came from these totals, written as they are on the page, to what it is. */
export function feel(totalsBefore) {
  const now = figures();
  const was = totalsBefore.map((text) => Number(text.replace("−", "-")));
  if (was.length !== now.length || isStill()) return;
  navigator.vibrate?.(document.querySelector(".line:last-child .set") ? [40, 80, 40] : 30);
  now.forEach((figure, side) => show(figure, was[side], numberIn(figure)));
}

function show(figure, from, to) {
  if (from === to) return;
  const change = document.createElement("i");
  change.className = to < from ? "moved down" : "moved";
  change.textContent = to > from ? `+${to - from}` : written(to - from);
  change.setAttribute("aria-hidden", "true");
  figure.after(change);
  setTimeout(() => change.remove(), SHOWN);
  countUp(figure, from, to, performance.now());
}

/** A picture over the figure, hidden from screen readers; the text below it is the new score at
 * once. */
function countUp(figure, from, to, began) {
  requestAnimationFrame((time) => {
    const part = Math.min(1, Math.max(0, time - began) / COUNTING);
    figure.classList.toggle("counting", part < 1);
    figure.dataset.count = written(Math.round(from + (to - from) * part));
    if (part < 1 && figure.isConnected) countUp(figure, from, to, began);
  });
}
