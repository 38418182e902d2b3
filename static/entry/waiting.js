// What this phone keeps in IndexedDB: pads as they were last shown, and hands that wait to be
// sent. Each is sent with the key it was entered with, one after the other, so it is saved once.
//
// A pad's `chain` is the revision that its first waiting hand follows. A hand that was `tried` may
// have been saved without our knowing; one that was `refused` says why.

import { say } from "../rules/words.js";

export const KEPT = "hands-kept"; // in localStorage, so that other pages know without opening anything

let opened = null;

const open = () => (opened ??= new Promise((done, fail) => {
  if (!globalThis.indexedDB) throw new DOMException("nothing can be stored here");
  const request = indexedDB.open("pitch-keeper", 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("pads", { keyPath: "id" });
    request.result.createObjectStore("hands", { keyPath: "n", autoIncrement: true });
  };
  request.onsuccess = () => done(request.result);
  request.onerror = () => fail(request.error);
}));

/** One transaction, on the disk when it is over; gives what the request that `work` returns found. */
async function run(mode, work) {
  const transaction = (await open()).transaction(["pads", "hands"], mode, { durability: "strict" });
  const [pads, hands] = ["pads", "hands"].map((name) => transaction.objectStore(name));
  return new Promise((done, fail) => {
    const request = work(pads, hands);
    transaction.oncomplete = () => done(request?.result);
    transaction.onabort = () => fail(transaction.error);
  });
}

export const keptPad = (id) => run("readonly", (pads) => pads.get(id));
export const keptPads = () => run("readonly", (pads) => pads.getAll());

export async function waiting(id) {
  const all = await run("readonly", (_, hands) => hands.getAll());
  if (all.length) localStorage.setItem(KEPT, all.length);
  else localStorage.removeItem(KEPT);
  return all.filter((hand) => !id || hand.pad === id);
}

/** Puts `more` into what is kept of a pad; `chain` only ever grows. */
export const keepPad = (id, more) => run("readwrite", (pads) => {
  pads.get(id).onsuccess = ({ target: { result } }) => {
    const chain = Math.max(result?.chain ?? 0, more.chain ?? 0);
    const sent = (result?.sent ?? []).filter(({ revision }) => revision > (more.seen ?? 0));
    pads.put({ ...result, ...more, id, chain, sent });
  };
});

/** Erases all that is kept of a pad, with the hands that wait. */
export async function forgetPad(id) {
  const gone = await waiting(id);
  await run("readwrite", (pads, hands) => {
    gone.forEach(({ n }) => hands.delete(n));
    pads.delete(id);
  });
  localStorage.removeItem(`draft:${id}`);
  await waiting(); // other pages hear how many are left
}

/** Erases the copy of a pad and its draft. Hands that wait stay, with the revision they follow. */
export async function forgetCopy(id) {
  if (!(await waiting(id)).length) return forgetPad(id);
  await run("readwrite", (pads) => {
    pads.get(id).onsuccess = ({ target: { result } }) => pads.put({ id, chain: result?.chain ?? 0, sent: [] });
  });
  localStorage.removeItem(`draft:${id}`);
}

export const keepHand = (hand) => run("readwrite", (_, hands) => hands.put(hand));
export const dropHand = (n) => run("readwrite", (_, hands) => hands.delete(n));

/**
 * The first of the waiting hands is saved, as this revision: the next follows that. Its facts stay
 * with the pad until the page of that revision has been seen here.
 */
const isSaved = ({ n, pad, facts }, revision) => run("readwrite", (pads, hands) => {
  hands.delete(n);
  pads.get(pad).onsuccess = ({ target: { result } }) => {
    const before = (result?.sent ?? []).filter((one) => one.revision !== revision);
    const chain = Math.max(result?.chain ?? 0, revision);
    pads.put({ ...result, id: pad, chain, sent: [...before, { facts, revision }] });
  };
});

/** A random UUID, which is how the address of a blob ends; `randomUUID` needs https. */
export function freshKey() {
  const address = URL.createObjectURL(new Blob());
  URL.revokeObjectURL(address);
  return address.slice(-36);
}

/** Whether the server answers just now. */
export const isThere = () => ask("/health/").then(() => true, () => false);

/** Nothing is refused any more: what waits comes after what another phone saved. */
export async function sendAfterAll(id) {
  const [first] = await waiting(id);
  if (!first?.refused) return; // tapped twice, or in another tab
  await keepPad(id, { chain: first.refused.revision });
  await keepHand({ ...first, key: first.refused.used ? freshKey() : first.key, refused: null });
}

function post({ pad, key, facts, ticket }, seen) {
  const fields = { key, seen, ticket, facts: JSON.stringify(facts) };
  return ask(`/games/${pad}/send/`, { method: "POST", body: new URLSearchParams(fields) });
}

/** The server gave no answer, or none of its own: another time it may. */
class NoAnswer extends Error {}

const LONGEST_WAIT = 10_000;

async function ask(address, options) {
  const stop = new AbortController(); // iOS 15 has no `AbortSignal.timeout`
  const late = setTimeout(() => stop.abort(), LONGEST_WAIT);
  try {
    const answer = await heard(fetch(address, { ...options, signal: stop.signal }));
    if (answer.status >= 500 || answer.status === 429) throw new NoAnswer(answer.statusText);
    return new Response(await heard(answer.text()), answer);
  } finally {
    clearTimeout(late);
  }
}

/** Wraps a fetch, so that only its own failure counts as one of the network. */
const heard = (promise) => promise.catch(({ message }) => { throw new NoAnswer(message); });

async function sendNext(id) {
  const [first] = await waiting(id);
  if (!first || first.refused) return false;
  const { chain } = await keptPad(id);
  await keepHand({ ...first, tried: true });
  const answer = await post(first, chain);
  const isJson = answer.headers.get("Content-Type") === "application/json";
  if (answer.ok && isJson) {
    await isSaved(first, (await answer.json()).revision);
    return true;
  }
  const refused = isJson ? await answer.json() : {
    title: say("kept.no_pencil"),
    text: say("kept.no_pencil_until"),
    revision: 0,
    again: "try",
  };
  await keepHand({ ...first, tried: false, refused });
  return false;
}

let sending = null;
let again = false; // asked for while a try was under way: the network may have come back in it

/** Sends what waits, of one pad or of all; resolves to how many were saved. One at a time. */
export function sendAll(id) {
  again = !!sending;
  return (sending ??= sendEach(id).finally(() => { sending = null; }));
}

async function sendEach(id) {
  const pads = id ? [id] : [...new Set((await waiting()).map(({ pad }) => pad))];
  let saved = 0;
  try {
    for (const pad of pads) {
      if (!(await waiting(pad)).some(({ refused }) => !refused)) continue;
      await ask("/health/"); // no answer: no hand was even tried
      while (await sendNext(pad)) saved += 1;
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    // No network, or the server is busy: tries later, or at once if a send was asked for meanwhile.
    if (again) {
      again = false;
      return saved + await sendEach(id);
    }
  }
  return saved;
}
