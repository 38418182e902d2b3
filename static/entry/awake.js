// Keeps the screen on, if asked to: remembered on this phone, asked for again whenever the
// phone comes back from something else, and said plainly where it cannot be had.

const button = document.querySelector("[data-awake]");
const REMEMBERED = "awake";
let lock = null;

const isWanted = () => localStorage.getItem(REMEMBERED) === "yes";

async function take() {
  if (!isWanted() || lock || document.visibilityState !== "visible") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; show(); });
    show();
  } catch {
    show("The phone will not keep its screen on just now (low battery?)");
  }
}

function show(trouble) {
  button.setAttribute("aria-pressed", String(isWanted()));
  button.textContent = trouble ?? (isWanted() ? "Screen stays on ✓" : "Keep the screen on");
}

async function toggle() {
  localStorage.setItem(REMEMBERED, isWanted() ? "no" : "yes");
  if (isWanted()) return take();
  await lock?.release();
  show();
}

if (button) {
  button.hidden = false;
  if ("wakeLock" in navigator) {
    button.addEventListener("click", toggle);
    document.addEventListener("visibilitychange", take);
    show();
    take();
  } else {
    button.disabled = true;
    button.textContent = window.isSecureContext
      ? "This browser can't keep the screen on"
      : "Needs https to keep the screen on";
  }
}
