// Printing in one tap, and the time zone of this phone for the dates in a PDF.

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

for (const link of document.querySelectorAll("a[data-pdf]")) {
  const address = new URL(link.href);
  if (timeZone) address.searchParams.set("tz", timeZone);
  link.href = address;
}

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = !window.print; // Firefox on Android has it since 114
  button.addEventListener("click", () => window.print());
}
