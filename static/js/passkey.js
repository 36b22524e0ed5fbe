/* Hands the forms of a page that a passkey answers to the library that speaks with the device, and says so when
   nothing comes of it. Where the browser knows no passkeys the buttons stay hidden and a word stands in their place;
   a form that only offers one beside the password goes. */
(() => {
  "use strict";
  const { forms } = window.allauth.webauthn;
  const start = { add: forms.addForm, authenticate: forms.authenticateForm, login: forms.loginForm };
  const options = document.getElementById("passkey-options");

  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const asked = form.dataset.passkey;
    const button = form.querySelector(`#passkey-${asked}`);
    button.hidden = !window.PublicKeyCredential;
    const none = form.querySelector("[data-passkey-none]");
    if (none) none.hidden = !button.hidden;
    else form.hidden = button.hidden;
    start[asked]({
      ids: {
        [asked]: button.id,
        credential: form.querySelector("[name=credential]").id,
        passwordless: form.querySelector("[name=passwordless]")?.id,
      },
      data: options && JSON.parse(options.textContent),
    });
    const said = form.querySelector("[data-passkey-said]");
    button.addEventListener("click", () => { said.hidden = true; });
    document.addEventListener("allauth.error", (event) => {
      event.preventDefault();
      said.hidden = false;
    });
  }
})();
