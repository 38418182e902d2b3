// Follows a game that other phones write on, while the screen is looked at: a stream says that it
// has gone on, then what has changed is fetched and put in. Where no stream comes through, it asks
// every few seconds. Place, focus and open fold-outs stay; a hand that is half entered here is never
// touched.

const EVERY = 2500; // between two asks, where no stream comes through
const FIRST = 5000; // by then a stream has begun that is let through
const SILENT = 30_000; // the server is heard of every 20 seconds
const ONCE_MORE = 60_000; // until a stream is tried again where none came through
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

/** The status of the answer; 0 where none came, null where nothing was asked because a save is
 * under way. */
async function ask() {
  if (asking || !isVisible() || document.querySelector(".htmx-request")) return null;
  asking = new AbortController();
  const late = setTimeout(() => asking.abort(), 8000);
  const asked = seen();
  const address = `${main.dataset.live}?seen=${asked}${hands()}`;
  let { status = 0, html } = await answerTo(address);
  if (status === 404 && await openAgain()) ({ status = 0, html } = await answerTo(address));
  clearTimeout(late);
  asking = null;
  if (status) tellWhetherLost(status === 404);
  tellWhetherReached(status > 0);
  if (status === 204) told = asked;
  // Else a hand was saved here meanwhile, or its answer is about to replace the same elements.
  if (status === 200 && seen() === asked && !document.querySelector("form.htmx-request")) {
    put(html);
    told = seen();
  }
  return status;
}

// --- The stream ----------------------------------------------------------------------------

let stream = null;
let told = null; // what the server spoke of last, as `seen()`
let failures = 0; // streams that failed since one was heard
let wasHeard = false;
let silence; // until a stream that says nothing is given up
let next; // until the next one is tried
let behind; // until it is tried again to catch up
let asks; // where no stream comes through

function connect() {
  clearTimeout(next);
  if (stream || !isVisible()) return;
  stream = new EventSource(main.dataset.events);
  silence = setTimeout(fail, FIRST);
  stream.addEventListener("message", ({ data }) => {
    told = data;
    hear();
    catchUp();
  });
  stream.addEventListener("beat", hear);
  stream.addEventListener("gone", ask); // which is told why
  stream.addEventListener("error", fail);
}

function hear() {
  failures = 0;
  wasHeard = true;
  clearInterval(asks);
  asks = null;
  clearTimeout(silence);
  silence = setTimeout(fail, SILENT);
  tellWhetherLost(false);
  tellWhetherReached(true);
}

function leave() {
  stream?.close();
  stream = null;
  for (const timer of [silence, next, behind]) clearTimeout(timer);
}

/** Opens the stream again after a random delay, so that all phones do not return at once after a
 * restart. */
async function fail() {
  leave();
  failures += 1;
  const soon = failures < 20 ? 500 + 1500 * Math.random() : 4000 + 4000 * Math.random();
  next = setTimeout(connect, soon);
  if (wasHeard && failures < 2) return;
  const status = await ask();
  if (!status || stream || !isVisible()) return;
  clearTimeout(next);
  if (status === 404) next = setTimeout(connect, 5 * EVERY);
  else {
    next = setTimeout(connect, failures < 4 ? soon : ONCE_MORE);
    asks ??= setInterval(ask, EVERY);
  }
}

/** Fetches until the page shows the version that the stream named. */
async function catchUp() {
  clearTimeout(behind);
  if (told === seen()) return;
  const status = await ask();
  if (told === seen() || !stream) return;
  behind = setTimeout(catchUp, status === null || status === 200 ? 300 : EVERY);
}

// --- Whether it is live ----------------------------------------------------------------------

let reachedAt = new Date();
let isReached = true; // when the page was made

function tellWhetherReached(is) {
  if (is) reachedAt = new Date();
  if (is === isReached) return;
  isReached = is;
  showWhetherReached();
}

function showWhetherReached() {
  for (const place of document.querySelectorAll("[data-reach]")) {
    if (isReached) place.textContent = "Live: the score updates by itself.";
    else place.replaceChildren(notReached(), " It catches up by itself.");
  }
}

function notReached() {
  const since = new Intl.DateTimeFormat(undefined, { hour: "numeric", minute: "2-digit" });
  const textContent = `Not reached since ${since.format(reachedAt)}.`;
  return Object.assign(document.createElement("b"), { textContent });
}

/** Whether the ticket in this page's form opens the game again for a phone that lost its cookie. */
async function openAgain() {
  const form = document.getElementById("hand-form");
  if (!form?.elements.ticket) return false;
  const body = new URLSearchParams({ ticket: form.elements.ticket.value });
  const preview = document.getElementById("says").getAttribute("hx-post");
  const { status } = await answerTo(preview, { method: "POST", body });
  return status === 200;
}

/** Null where there is no network; the next try fetches what was missed. */
async function answerTo(address, more) {
  try {
    const answer = await fetch(address, { signal: asking.signal, ...more });
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
  showWhetherReached();
  document.dispatchEvent(new CustomEvent("pad:changed"));
}

function replace(part) {
  if (part.id === "added") return document.querySelector("#ledger .hands").append(...part.children);
  const old = document.getElementById(part.id);
  if (!old) return;
  if (part.id === "said") return old.replaceChildren(paragraph(part.textContent.trim()));
  if (part.id === "entry" && isHalfEntered(old)) return renameIn(old, part);
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

/** The names in a hand that is half entered, as they are now; what is tapped there stays. */
function renameIn(entry, fresh) {
  const pairs = (choice) => {
    const [old, now] = [entry, fresh].map((part) => [...part.querySelectorAll(choice)]);
    return old.length === now.length ? old.map((place, number) => [place, now[number]]) : [];
  };
  for (const [old, now] of pairs(".cell input, button.cell")) {
    const name = now.getAttribute("aria-label");
    if (name) old.setAttribute("aria-label", name);
    else old.removeAttribute("aria-label");
  }
  const renamed = pairs("bdi:not(.bidline bdi)").filter(([old, now]) => !old.isEqualNode(now));
  for (const [old, now] of renamed) old.replaceWith(now);
  if (!renamed.length || entry.querySelector("[role=alert]")) return;
  entry.querySelector("#hand-form")?.dispatchEvent(new Event("change", { bubbles: true }));
}

function isTouched(field) {
  if (!field.options) return field.checked !== field.defaultChecked || field.value !== field.defaultValue;
  return field.selectedIndex !== Math.max(0, [...field.options].findIndex((one) => one.defaultSelected));
}

/** What a fold-out is known by from one version of the page to the next. */
function nameOf(fold) {
  return fold.id || fold.closest("[id]")?.id + fold.querySelector("summary")?.textContent;
}

function wake() {
  if (!isVisible()) return leave();
  failures = 0;
  connect();
}

if (main) showWhetherReached();
if (main && main.dataset.events && window.EventSource) {
  connect();
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", () => {
    leave(); // it may be a dead one, of the network before
    wake();
  });
} else if (main) {
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
}
