/* Shows what the server pushes to this browser, and opens its page when it is clicked. It keeps nothing. */
"use strict";

self.addEventListener("push", (event) => {
  const told = event.data ? JSON.parse(event.data.text()) : {};
  const shown = { body: told.text || "", data: { link: told.link || "/" }, tag: told.link || "" };
  event.waitUntil(self.registration.showNotification(told.title || self.location.host, shown));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const link = new URL(event.notification.data.link, self.location.origin);
  if (link.origin === self.location.origin) event.waitUntil(self.clients.openWindow(link.href));
});
