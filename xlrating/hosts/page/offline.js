// The page on a web server: kept by the browser at the first visit, and found there afterwards.
const NAME = "xlrating-VERSION", KEPT = FILES;
self.addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(KEPT)).then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((one) => one.startsWith("xlrating-") && one !== NAME).map((one) => caches.delete(one))))
  .then(() => clients.claim())));
self.addEventListener("fetch", (event) => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((found) => found ?? fetch(event.request))));
