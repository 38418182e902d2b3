// Dates and times as this phone writes them, in its own time zone.

const written = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const writtenDay = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });

for (const time of document.querySelectorAll("time[datetime]")) {
  const form = "day" in time.dataset ? writtenDay : written;
  time.textContent = form.format(new Date(time.dateTime));
}
