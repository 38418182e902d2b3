// The answer that one feels: what changed stands in the score for a moment, figures count up, and
// the phone buzzes, twice for a set. Nothing of it moves where less motion is asked for.

const COUNTING = 400; // milliseconds
const SHOWN = 1600;
const figures = () => [...document.querySelectorAll("#score .fig")];
const numberIn = (figure) => Number(figure.textContent.replace("−", "-"));
const written = (number) => (number < 0 ? `−${-number}` : String(number));
const isStill = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;
let before = null;

export function rememberScore({ detail: { target } }) {
  if (target.id === "entry") before = figures().map(numberIn);
}

export function feelChange() {
  const was = before;
  before = null;
  const now = figures();
  if (!was || was.length !== now.length || isStill()) return;
  const moved = now.filter((figure, side) => numberIn(figure) !== was[side]);
  if (!moved.length) return;
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

/** For the eye alone, laid over the figure: what is written there is the score at once. */
function countUp(figure, from, to, began) {
  requestAnimationFrame((time) => {
    const part = Math.min(1, Math.max(0, time - began) / COUNTING);
    figure.classList.toggle("counting", part < 1);
    figure.dataset.count = written(Math.round(from + (to - from) * part));
    if (part < 1 && figure.isConnected) countUp(figure, from, to, began);
  });
}
