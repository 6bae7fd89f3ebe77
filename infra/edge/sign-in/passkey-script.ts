/**
 * The one script of these pages: it asks the browser for a passkey, and sends what it answers with the form. Without it, and
 * in a browser that knows no passkeys, the page is a form without the button.
 */
export const passkeyScript = `
const button = document.querySelector('[data-passkey]');
const said = document.querySelector('[data-passkey-problem]');
const { form } = button;
const options = JSON.parse(button.dataset.passkey);
const { PublicKeyCredential: known } = window;
let waiting;
const send = (credential) => {
  form.elements.passkey.value = JSON.stringify(credential.toJSON());
  form.submit();
};
const make = () => {
  const { name, email } = form.elements;
  if (email) options.user.name = email.value;
  options.user.displayName = (name ?? email)?.value ?? options.user.name;
  return navigator.credentials.create({ publicKey: known.parseCreationOptionsFromJSON(options) });
};
const ask = (more) =>
  navigator.credentials.get({ publicKey: known.parseRequestOptionsFromJSON(options), ...more });
const isComplete = () =>
  [...form.elements].every((each) => each.type === 'password' || each.reportValidity === undefined || each.reportValidity());
if (known?.parseCreationOptionsFromJSON) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    waiting?.abort();
    if ('user' in options && !isComplete()) return;
    said.hidden = true;
    try {
      send(await ('user' in options ? make() : ask()));
    } catch {
      said.hidden = false;
    }
  });
}
if (!('user' in options) && (await known?.isConditionalMediationAvailable?.())) {
  waiting = new AbortController();
  ask({ mediation: 'conditional', signal: waiting.signal }).then(send, () => undefined);
}
`;
