// The opening form with script: draws the seats around a table, puts names typed before in them by
// a tap, and shows each name wherever its side is named.

const form = document.querySelector("form.opening");
const target = form.elements.target;

function defaultName(number) {
  const two = (form.querySelector("[name=sides]:checked") ?? form.elements.sides).value === "2";
  return two ? ["Us", "Them"][number] ?? "" : `Side ${number + 1}`;
}

const playersOf = (side) => [0, 1, 2].map((place) => form.elements[`player-${side}-${place}`])
  .filter((field) => field?.getClientRects().length).map((field) => field.value.trim()).filter(Boolean);

const sideName = (side) => form.elements[`name-${side}`].value.trim()
  || playersOf(side).join(" & ") || form.elements[`name-${side}`].placeholder;

function seatName(value) {
  const [side, place = "0"] = value.split(".");
  const player = isAlone() ? "" : form.elements[`player-${side}-${place}`]?.value.trim();
  return player || sideName(side) + ["", ", partner", ", second partner"][place];
}

function spreadNames() {
  form.querySelectorAll(".of-sides input[name^=name-]").forEach((input, number) => {
    input.placeholder = defaultName(number) || input.placeholder;
  });
  for (const place of form.querySelectorAll("[data-names]")) place.textContent = sideName(place.dataset.names);
  for (const place of form.querySelectorAll("[data-seat]")) place.textContent = seatName(place.dataset.seat);
}

// --- The table ---------------------------------------------------------------------------------

const isAlone = () => (form.querySelector("[name=players]:checked")?.value ?? "1") === "1"
  || !form.querySelector(".of-players li")?.getClientRects().length;
const isSeen = (element) => element.getClientRects().length > 0;

/** Where the seats lie, clockwise from the top: the row and the column of each, 0 for the middle. */
function places(seats) {
  const middle = seats === 4 || seats === 2 || seats % 2 === 1;
  const right = seats === 4 ? 1 : Math.floor(middle ? (seats - 1) / 2 : seats / 2);
  return Array.from({ length: seats }, (_, seat) => {
    if (seat === 0) return middle ? [1, 0] : [1, 1];
    if (seats === 2) return [2, 0];
    if (seats === 4) return [[2, 2], [3, 0], [2, 1]][seat - 1];
    if (seat <= right) return [middle ? seat + 1 : seat, 2];
    return [seats - seat + 1, 1];
  });
}

function drawTable() {
  const list = form.querySelector(isAlone() ? ".of-sides" : ".of-players");
  for (const each of form.querySelectorAll(".seats")) {
    each.classList.toggle("table", each === list);
    each.classList.toggle("plain", each !== list);
  }
  const seats = [...list.children].filter(isSeen);
  const at = places(seats.length);
  seats.forEach((seat, number) => {
    const [row, column] = at[number];
    seat.style.gridRow = row;
    seat.style.gridColumn = column || "1 / -1";
    seat.classList.toggle("ends", !column);
  });
  keepDealer(seats);
}

/** Moves the deal where its seat is gone: to the same side, or else to the first seat. */
function keepDealer(seats) {
  const shown = seats.map((seat) => seat.querySelector("[name=dealer]"));
  if (shown.some((dealer) => dealer.checked)) return;
  const side = (form.querySelector("[name=dealer]:checked")?.value ?? "0").split(".")[0];
  const next = shown.find(({ value }) => value === side) ?? shown[0];
  if (next) next.checked = true;
}

// --- Names that were typed on this phone before ----------------------------------------------------

const known = form.querySelector("[data-names-known]");
let lastField = null;
const namesShown = () => [...form.querySelectorAll(".seats input.in")].filter(isSeen);

function putName({ target: tapped }) {
  const chip = tapped.closest("button");
  if (!chip) return;
  const empty = namesShown().filter(({ value }) => !value.trim());
  const field = empty.includes(lastField) ? lastField : empty[0];
  if (!field) return;
  field.value = chip.textContent.trim();
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function markKnown() {
  const typed = new Set(namesShown().map(({ value }) => value.trim().toLowerCase()));
  for (const chip of known?.children ?? []) chip.disabled = typed.has(chip.textContent.trim().toLowerCase());
}

function markTarget() {
  const label = target.labels[0];
  const differs = target.value !== "" && target.value !== target.dataset.preset;
  label.querySelector(".tag")?.remove();
  if (!differs) return;
  const tag = document.createElement("span");
  tag.className = "tag";
  tag.textContent = "house rule";
  label.append(" ", tag);
}

/** The "next" key of a phone is Enter: it moves to the next field and does not send the form. */
function goOn(event) {
  const typed = [...form.querySelectorAll("input:is([type=text], [type=number], :not([type]))")]
    .filter((field) => field.getClientRects().length);
  const place = typed.indexOf(event.target);
  if (event.key !== "Enter" || event.isComposing || place < 0) return;
  event.preventDefault();
  (typed[place + 1] ?? form.querySelector(".save .do")).focus();
}

// --- What is chosen, told above Start ---------------------------------------------------------

const summary = form.querySelector("[data-summary]");
let asked = 0;

/** Asks the server for the summary of the chosen rules; without an answer the last one stays. */
async function summarize() {
  const number = ++asked;
  const at = new URL(location.href);
  at.pathname += "summary/";
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && /^(sides|target|trey|rule-|worth-|moon-|length-|own-(label|worth|before|always))/.test(name)) at.searchParams.append(name, value);
  }
  const answer = await fetch(at).catch(() => null);
  if (answer?.ok && number === asked) summary.textContent = await answer.text();
}

form.addEventListener("keydown", goOn);
form.addEventListener("change", summarize);
form.addEventListener("change", ({ target: { name } }) => {
  if (name === "sides" || name === "players") drawTable();
  spreadNames();
  markKnown();
});
form.addEventListener("input", () => { spreadNames(); markTarget(); markKnown(); });
form.addEventListener("focusin", ({ target: field }) => { if (field.matches(".seats input.in")) lastField = field; });
known?.addEventListener("click", putName);
form.addEventListener("submit", () => { form.querySelector(".save .do").setAttribute("aria-busy", "true"); });
if (CSS.supports("selector(:has(*))")) {
  drawTable();
}
if (known) known.hidden = false;
spreadNames();
markKnown();
