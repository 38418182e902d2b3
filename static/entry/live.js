// Follows a pad that other phones write on: asks whether it has gone on, every few seconds
// while the screen is looked at, and puts in only what has changed. Place, focus and open
// fold-outs stay; a hand that is half entered here is never touched.

const EVERY = 2500;
const SHOWN = 12; // hands of the ledger that the page shows at first
const main = document.querySelector("main[data-live]");
let asking = null;

const dataOf = (name) => document.querySelector(`[data-${name}]`)?.dataset[name] ?? "";
/** What the page shows: the revision, and whether the table played again. */
const seen = () => dataOf("seen") + dataOf("next");
/** All hands again, where somebody had the earlier ones brought in. */
const hands = () => (document.querySelectorAll("tbody.line").length > SHOWN
  && !document.querySelector("tbody.earlier") ? "&hands=all" : "");
const isVisible = () => document.visibilityState === "visible";

async function ask() {
  if (asking || !isVisible() || document.querySelector(".htmx-request")) return;
  asking = new AbortController();
  const late = setTimeout(() => asking.abort(), 8000);
  const asked = seen();
  const { status, html } = await answerTo(`${main.dataset.live}?seen=${asked}${hands()}`);
  clearTimeout(late);
  asking = null;
  if (status) tellWhetherLost(status === 404);
  // Else a hand was saved here meanwhile, or is on its way and needs its place.
  if (status === 200 && seen() === asked && !document.querySelector("form.htmx-request")) put(html);
}

/** Nothing where there is no network just now: the next try catches up. */
async function answerTo(address) {
  try {
    const answer = await fetch(address, { signal: asking.signal });
    return { status: answer.status, html: await answer.text() };
  } catch {
    return {};
  }
}

const paragraph = (textContent, more) => Object.assign(document.createElement("p"), { textContent, ...more });

function tellWhetherLost(isLost) {
  const told = document.getElementById("lost");
  if (!isLost) return told?.remove();
  if (told) return;
  main.prepend(paragraph(
    "This phone can't open this game any more. Ask for a new link.",
    { id: "lost", className: "panel warn", role: "alert" },
  ));
  import("./waiting.js").then(({ forgetCopy }) => forgetCopy(main.dataset.pad)).catch(() => {});
}

function put(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const focused = document.activeElement?.id;
  const open = [...document.querySelectorAll("main details[open]")].map(nameOf);
  const sheet = document.querySelector("dialog[open]")?.id;
  const top = window.scrollY;
  if (fresh.title) document.title = fresh.title;
  for (const part of [...fresh.querySelectorAll("body > [id]")]) replace(part);
  for (const fold of document.querySelectorAll("main details")) {
    if (open.includes(nameOf(fold))) fold.open = true;
  }
  const again = sheet && document.getElementById(sheet);
  if (again && !again.open) again.showModal();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  window.scrollTo(0, top);
  document.dispatchEvent(new CustomEvent("pad:changed"));
}

function replace(part) {
  const old = document.getElementById(part.id);
  if (!old) return;
  if (part.id === "said") return old.replaceChildren(paragraph(part.textContent.trim()));
  if (part.id === "entry" && isHalfEntered(old)) return;
  old.replaceWith(part);
  window.htmx?.process(part);
}

/**
 * Whether something was tapped here that is not sent yet, or was refused and is to be put right;
 * only its own Save may replace that. The heading has the focus after every save.
 */
function isHalfEntered(entry) {
  const { activeElement } = document;
  return (entry.contains(activeElement) && activeElement.id !== "entry-head")
    || !!entry.querySelector("[role=alert]")
    || [...entry.querySelectorAll("input, select")].some(isTouched);
}

function isTouched(field) {
  if (!field.options) return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  return field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
}

/** What a fold-out is known by from one version of the page to the next. */
function nameOf(fold) {
  return fold.id || fold.closest("[id]")?.id + fold.querySelector("summary")?.textContent;
}

if (main) {
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
}
