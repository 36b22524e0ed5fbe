/* Lets somebody be told in this browser: asks for its consent and hands the server the way to push to it.

   #push-form         stays hidden where browsers can't be pushed to, or without scripts
     data-key         the server's public key
     data-worker      the script that shows what is pushed
     data-refused     what is said if the browser does not allow it
   Its fields `address` and `name` are filled in here. */
(() => {
  "use strict";
  const form = document.getElementById("push-form");
  if (!form || !("serviceWorker" in navigator) || !("PushManager" in window)) return;
  form.hidden = false;
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

  async function subscription() {
    if ((await Notification.requestPermission()) !== "granted") throw new Error();
    const worker = await navigator.serviceWorker.register(form.dataset.worker, { updateViaCache: "none" });
    const subscribe = { userVisibleOnly: true, applicationServerKey: bytes(form.dataset.key) };
    await ready(worker);
    return worker.pushManager.subscribe(subscribe);
  }

  function ready(worker) { // a worker that is still being installed takes no subscription
    if (worker.active) return Promise.resolve();
    const coming = worker.installing || worker.waiting;
    return new Promise((done) => coming.addEventListener("statechange", () => coming.state === "activated" && done()));
  }

  form.addEventListener("submit", async (event) => {
    if (form.elements.address.value) return;
    event.preventDefault();
    try {
      form.elements.address.value = JSON.stringify(await subscription());
      form.elements.name.value = navigator.userAgentData?.platform || "";
      form.submit();
    } catch {
      form.querySelector("output").textContent = form.dataset.refused;
    }
  });
})();
