// Dates and times as this phone writes them, in its own time zone.

const written = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

for (const time of document.querySelectorAll("time[datetime]")) {
  time.textContent = written.format(new Date(time.dateTime));
}
