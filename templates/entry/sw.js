// The service worker: without a network, the page that renders pads from what the phone keeps.
// Pages and pads are never put into a cache; only that page and the files it is made of are.

const PREFIX = {{ prefix|safe }};
const CACHE = {{ cache|safe }};
const HASHED = {{ hashed|safe }}; // the files' names change with what is in them
const PAGE = {{ page|safe }};
const FILES = {{ files|safe }};
const LONGEST_WAIT = 8000;
const AWAY = [502, 503, 504];

self.addEventListener("install", (event) => {
  const fresh = (address) => new Request(address, { cache: "reload" });
  const shell = [fresh(PAGE), ...FILES.map((address) => (HASHED ? address : fresh(address)))];
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(shell)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(PREFIX) && name !== CACHE;
  const clear = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(file(request));
});

const kept = async (address) => (await caches.open(CACHE)).match(address);

/** From the network, within a bounded wait; else the page that needs none. */
async function page(request) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), LONGEST_WAIT);
  try {
    const answer = await fetch(request, { signal: stop.signal });
    // A proxy's 503 means that no server is there; the server marks its own, when it is busy.
    if (!AWAY.includes(answer.status) || answer.headers.has("X-Keeper")) return answer;
    return (await kept(PAGE)) ?? answer;
  } catch {
    return (await kept(PAGE)) ?? Response.error();
  } finally {
    clearTimeout(late);
  }
}

/** Files under hashed names never change, so the kept one is as good as new; others may have. */
async function file(request) {
  const old = await kept(request.url);
  if (HASHED && old) return old;
  try {
    return await fetch(request);
  } catch {
    return old ?? Response.error();
  }
}
