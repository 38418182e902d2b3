// Printing in one tap, the time zone of this phone for the dates in a PDF, and the preview scaled
// to the screen. What a club adds to its sheets is kept on the phone.

const KEPT = "sheets";
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const preview = document.querySelector(".sheets");

const readKept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
};

// A field in the address was typed just now, so the phone stores it.
const fillKept = () => {
  const asked = new URLSearchParams(location.search);
  const kept = readKept();
  for (const field of document.querySelectorAll("[data-kept]")) {
    if (asked.has(field.name)) kept[field.name] = asked.get(field.name).trim();
    else if (kept[field.name]) field.value = kept[field.name];
    for (const shown of document.querySelectorAll(`[data-${field.name}]`)) {
      shown.textContent = kept[field.name] ?? "";
    }
  }
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Without storage the fields are not remembered.
  }
  return kept;
};

const kept = fillKept();

for (const link of document.querySelectorAll("a[data-pdf]")) {
  const address = new URL(link.href);
  if (timeZone) address.searchParams.set("tz", timeZone);
  for (const [name, text] of Object.entries(kept)) {
    if (text) address.searchParams.set(name, text);
  }
  link.href = address;
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = !window.print; // Firefox on Android has it since 114
  button.addEventListener("click", () => window.print());
}

// Scales the page to the width of the screen; pinching still zooms.
const fitPreview = () => {
  for (const sheet of preview.querySelectorAll(".sheet")) {
    sheet.style.zoom = 1;
    const room = preview.clientWidth - 2 * parseFloat(getComputedStyle(preview).paddingLeft);
    sheet.style.zoom = Math.min(1, room / sheet.offsetWidth);
  }
};

const unscale = () => {
  for (const sheet of preview.querySelectorAll(".sheet")) sheet.style.zoom = "";
};

if (preview) {
  fitPreview();
  addEventListener("resize", fitPreview);
  addEventListener("beforeprint", unscale);
  addEventListener("afterprint", fitPreview);
}
