// The opening form made livelier: names typed once appear wherever a side is meant.

const form = document.querySelector("form.opening");
const target = form.elements.target;

function defaultName(number) {
  const two = (form.querySelector("[name=sides]:checked") ?? form.elements.sides).value === "2";
  return two ? ["Us", "Them"][number] ?? "" : `Side ${number + 1}`;
}

const sideName = (side) => form.elements[`name-${side}`].value.trim()
  || form.elements[`name-${side}`].placeholder;

function seatName(value) {
  const [side, row = "0"] = value.split(".");
  const player = form.elements[`player-${side}-${row}`].value.trim();
  return player || sideName(side) + ["", ", partner", ", second partner"][row];
}

function spreadNames() {
  for (const place of form.querySelectorAll("[data-names]")) {
    const input = form.elements[`name-${place.dataset.names}`];
    input.placeholder = defaultName(Number(place.dataset.names)) || input.placeholder;
    place.textContent = sideName(place.dataset.names);
  }
  for (const place of form.querySelectorAll("[data-seat]")) {
    place.textContent = seatName(place.dataset.seat);
  }
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

/** A phone's "next" key is Enter: it goes on to the next field, and only Start starts. */
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

/** The server says what these rules come to; while it cannot, what it said last stays. */
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
form.addEventListener("input", () => { spreadNames(); markTarget(); });
form.addEventListener("submit", () => { form.querySelector(".save .do").setAttribute("aria-busy", "true"); });
spreadNames();
