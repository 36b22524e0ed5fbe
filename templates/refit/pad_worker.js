/* Opens the battle pad where there is no network: the same empty page and its files for everybody. It holds nothing of
   anybody and never answers for data. */
const CACHE = "pad-{{ version }}";
const KEPT = {{ kept|safe }};

self.addEventListener("install", (event) => {
  const fresh = KEPT.map((path) => new Request(path, { cache: "reload", credentials: "omit" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("pad-") && name !== CACHE));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(KEPT[0], { ignoreVary: true })));
  else if (KEPT.indexOf(pathname) > 0) event.respondWith(caches.match(pathname, { ignoreVary: true }).then((found) => found ?? fetch(request)));
});
