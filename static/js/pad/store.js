/* What a device keeps of a battle pad: the pad as it was last told, and what was entered since and is not sent yet.

   All of it is enciphered (AES-GCM) with a key that the server gives to who is logged in; it lies in a database of its
   own as a CryptoKey that no script can read out. Forgetting the key leaves noise, of which nothing is lost: the same
   person gets the same key again with the next log-in. */

const KEYS = "refit-pad-keys";
const KEPT = "refit-pad";
const READER = "pad.reader";
const BLOCK = 512;

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const finished = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = () => resolve();
  transaction.onabort = transaction.onerror = () => reject(transaction.error);
});

/** A database that lets itself be deleted, by a log-out in another window. */
async function open(name, make) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => make(request.result);
  const database = await done(request);
  database.onversionchange = () => database.close();
  return database;
}
const openKeys = () => open(KEYS, (database) => database.createObjectStore("keys"));
const openKept = () => open(KEPT, (database) => {
  database.createObjectStore("pads");
  database.createObjectStore("queue", { keyPath: "id" }).createIndex("of", "of");
});

/** One use of a database, closed afterwards so that nothing stands in the way of deleting it. */
async function within(opened, use) {
  const database = await opened();
  try {
    return await use(database);
  } finally {
    database.close();
  }
}

/** Keep the key of a campaign's pad. `device` is {mark, key} as the server told, `reader` whose it is. */
export async function remember(campaign, device, reader) {
  const raw = Uint8Array.from(atob(device.key), (each) => each.charCodeAt(0));
  const key = await crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
  localStorage.setItem(READER, reader);
  await within(openKeys, (database) => {
    const transaction = database.transaction("keys", "readwrite");
    transaction.objectStore("keys").put({ mark: device.mark, key }, campaign);
    return finished(transaction);
  });
  return { mark: device.mark, key };
}

/** The key of a campaign's pad, if this device has not forgotten it. */
export const remembered = (campaign) => within(openKeys, (database) => done(database.transaction("keys").objectStore("keys").get(campaign)));

/** The campaigns whose pads can be opened here. */
export const campaigns = () => within(openKeys, (database) => done(database.transaction("keys").objectStore("keys").getAllKeys()));

/** Forget the key of a pad: what is kept of it is noise until its owner opens it again. */
export const forget = (campaign) => within(openKeys, (database) => {
  const transaction = database.transaction("keys", "readwrite", { durability: "strict" });
  transaction.objectStore("keys").delete(campaign);
  return finished(transaction);
});

const bound = (text) => new TextEncoder().encode(text);

async function sealed(me, value, place) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const text = JSON.stringify(value);
  const clear = bound(text.padEnd(Math.ceil(text.length / BLOCK) * BLOCK)); // its length says little
  return { iv, data: await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bound(place) }, me.key, clear) };
}

async function opened(me, { iv, data }, place) {
  const clear = await crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: bound(place) }, me.key, data);
  return JSON.parse(new TextDecoder().decode(clear));
}

/** Keep the pad as the server told it. */
export async function keepPad(campaign, me, pad) {
  const row = { mark: me.mark, ...(await sealed(me, pad, `pad ${campaign}`)) };
  await within(openKept, (database) => {
    const transaction = database.transaction("pads", "readwrite");
    transaction.objectStore("pads").put(row, campaign);
    return finished(transaction);
  });
}

/** The pad as it was last told to this person here; undefined if it was not. */
export async function keptPad(campaign, me) {
  const row = await within(openKept, (database) => done(database.transaction("pads").objectStore("pads").get(campaign)));
  return row?.mark === me.mark ? opened(me, row, `pad ${campaign}`) : undefined;
}

/** Keep the page's map of a campaign, as text, for when there is no network. */
export async function keepMap(campaign, me, text) {
  const row = { mark: me.mark, ...(await sealed(me, text, `map ${campaign}`)) };
  await within(openKept, (database) => {
    const transaction = database.transaction("pads", "readwrite");
    transaction.objectStore("pads").put(row, `map ${campaign}`);
    return finished(transaction);
  });
}

/** The map as it was last kept for this person here; undefined if it was not. */
export async function keptMap(campaign, me) {
  const row = await within(openKept, (database) => done(database.transaction("pads").objectStore("pads").get(`map ${campaign}`)));
  return row?.mark === me.mark ? opened(me, row, `map ${campaign}`) : undefined;
}

const of = (campaign, me) => `${campaign} ${me.mark}`;

/** Put an entry on the disk; only then it may be shown as taken. The same id again takes its place. */
export async function put(campaign, me, entry, order) {
  const row = { id: entry.id, of: of(campaign, me), order, ...(await sealed(me, entry, entry.id)) };
  await within(openKept, (database) => {
    const transaction = database.transaction("queue", "readwrite", { durability: "strict" });
    transaction.objectStore("queue").put(row);
    return finished(transaction);
  });
}

/** What waits, in the order in which it was entered. */
export async function waiting(campaign, me) {
  const rows = await within(openKept, (database) => done(database.transaction("queue").objectStore("queue").index("of").getAll(of(campaign, me))));
  rows.sort((one, other) => one.order - other.order);
  return Promise.all(rows.map(async (row) => ({ ...(await opened(me, row, row.id)), order: row.order })));
}

/** Forget entries that the server has, or that were read after it refused them. */
export const drop = (ids) => within(openKept, (database) => {
  const transaction = database.transaction("queue", "readwrite", { durability: "strict" });
  for (const id of ids) transaction.objectStore("queue").delete(id);
  return finished(transaction);
});
