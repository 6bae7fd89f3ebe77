import type { PasskeyCreation, PasskeyRequest } from '../../../commands/sign-in/ports.ts';
import { escaped } from './page.ts';
import { passkeyScript } from './passkey-script.ts';

/** The name of the passkey of a person who has none yet. */
export const firstName = 'First passkey';

type Part = Readonly<{ options: PasskeyCreation | PasskeyRequest | undefined; label: string }>;

/** The button for a passkey, inside of a form. Empty without passkeys. */
export const passkeyPart = ({ options, label }: Part): string =>
  options === undefined
    ? ''
    : `<input type="hidden" name="passkey">
<button type="button" hidden data-passkey="${escaped(JSON.stringify(options))}">${escaped(label)}</button>
<p role="alert" hidden data-passkey-problem>No passkey was used. Try again, or go on without one.</p>
<script type="module">${passkeyScript}</script>`;
