// On a page that was not found: if it belongs to a game that this phone no longer holds, erases the
// stored copy of the game. Hands that wait are sent first, since their ticket may open it again.

const [, id, page] = /^\/(?:games|pads)\/([0-9a-f-]{36})\/(.*)/.exec(location.pathname) ?? [];

async function tidy() {
  const { forgetCopy, sendAll } = await import("../entry/waiting.js");
  const sent = await sendAll(id); // or they are sent already, as on every page (`pwa.js`)
  const { ok, status } = await fetch(`/games/${id}/live/?seen=0`);
  if (status === 404) return forgetCopy(id);
  if (ok && (sent || !page)) location.assign(`/games/${id}/`); // else only this page is missing
}

if (id) tidy().catch(() => {}); // no network, or no storage on this phone
