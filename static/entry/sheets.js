// Sheets: what a link to one opens as a dialog. Without script the link leads to it on the page.

const sheetOf = (link) => {
  const id = link?.getAttribute("href").slice(1);
  const sheet = id && document.getElementById(id);
  return sheet?.matches("dialog") ? sheet : null;
};

export function openSheet(sheet) {
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  sheet.showModal();
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target.matches("dialog")) return target.close(); // beside what the sheet holds
  if (target.closest("[data-closes]")) {
    event.preventDefault();
    target.closest("dialog").close();
    return undefined;
  }
  const sheet = sheetOf(target.closest('a[href^="#"]'));
  if (!sheet) return undefined;
  event.preventDefault();
  return openSheet(sheet);
});

/** A sheet that came open, since what was sent from it was refused. */
export function openRefused(within = document) {
  const sheet = within.querySelector("dialog[open]");
  if (!sheet || sheet.matches(":modal")) return;
  sheet.close();
  sheet.showModal();
}
openRefused();

// Else Back would bring the page with the menu over it, by which it was left.
window.addEventListener("pagehide", () => {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
});
