// Passkeys: the page carries a question, the browser answers it, an ordinary form brings it back.

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

function asked(options) {
  const known = (one) => ({ ...one, id: bytes(one.id) });
  const question = { ...options, challenge: bytes(options.challenge) };
  if (options.user) question.user = { ...options.user, id: bytes(options.user.id) };
  if (options.excludeCredentials) question.excludeCredentials = options.excludeCredentials.map(known);
  if (options.allowCredentials) question.allowCredentials = options.allowCredentials.map(known);
  return question;
}

function told(credential) {
  const response = { clientDataJSON: text(credential.response.clientDataJSON) };
  for (const name of ["attestationObject", "authenticatorData", "signature", "userHandle"]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  return JSON.stringify({
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: credential.getClientExtensionResults(),
  });
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential || !window.isSecureContext) continue;
  const wrong = form.querySelector("[data-passkey-error]");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.hidden = true;
    try {
      const publicKey = asked(JSON.parse(form.dataset.options));
      const credential = await navigator.credentials[form.dataset.passkey]({ publicKey });
      form.elements.answer.value = told(credential);
      form.submit();
    } catch {
      wrong.hidden = false;
    }
  });
}
