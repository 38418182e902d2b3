// Dates and times as this phone writes them, in its own time zone.

const times = document.querySelectorAll("time[datetime]");
const written = (form) => new Intl.DateTimeFormat(undefined, form); // slow to make: only if needed

if (times.length) {
  const moment = written({ dateStyle: "medium", timeStyle: "short" });
  const day = written({ dateStyle: "long" });
  for (const time of times) {
    time.textContent = ("day" in time.dataset ? day : moment).format(new Date(time.dateTime));
  }
}
