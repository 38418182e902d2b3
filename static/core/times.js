// Dates and times as this phone writes them, in its own time zone.

const times = document.querySelectorAll("time[datetime]");
const written = (form) => new Intl.DateTimeFormat(undefined, form); // slow to make: only if needed

const dayOf = (moment) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate());

/** “Today 9:34 PM”, “Yesterday 9:34 PM”, “Sat, Mar 7, 9:34 PM”; with the year where it is another. */
function recently(moment, now = new Date()) {
  const days = Math.round((dayOf(now) - dayOf(moment)) / 86_400_000);
  const word = ["Today", "Yesterday"][days];
  const time = { hour: "numeric", minute: "2-digit" };
  if (word) return `${word} ${written(time).format(moment)}`;
  const date = { month: "short", day: "numeric" };
  if (moment.getFullYear() !== now.getFullYear()) return written({ ...date, year: "numeric" }).format(moment);
  return written({ ...date, ...time, weekday: "short" }).format(moment);
}

const offset = document.querySelector("[data-offset]"); // of this phone's clock, for dates that are searched for
if (offset) offset.value = -new Date().getTimezoneOffset();

if (times.length) {
  const moment = written({ dateStyle: "medium", timeStyle: "short" });
  const day = written({ dateStyle: "long" });
  for (const time of times) {
    const at = new Date(time.dateTime);
    if ("recent" in time.dataset) time.textContent = recently(at);
    else time.textContent = ("day" in time.dataset ? day : moment).format(at);
  }
}
