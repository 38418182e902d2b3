// The questions whether to leave or delete games: says how many hands would go unsent, and erases
// what this phone keeps of the games once the server has let it go.

import { forgetPad, waiting } from "../entry/waiting.js";

const form = document.querySelector("form[data-forgets]");
const ids = form.dataset.forgets.split(" ");

async function tellWaiting() {
  const length = (await Promise.all(ids.map((id) => waiting(id)))).flat().length;
  const line = document.querySelector("[data-waiting]");
  line.hidden = !length;
  line.querySelector("b").textContent = length;
}

async function send(event) {
  event.preventDefault();
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } });
    const next = answer.headers.get("HX-Redirect");
    if (!next) throw new Error(answer.statusText);
    await Promise.all(ids.map((id) => forgetPad(id))).catch(() => {}); // no storage on this phone: nothing was kept
    location.assign(next);
  } catch {
    document.getElementById("done").textContent = "No answer from the server just now. Nothing was changed; try again.";
  }
}

form.addEventListener("submit", send);
tellWaiting().catch(() => {});
