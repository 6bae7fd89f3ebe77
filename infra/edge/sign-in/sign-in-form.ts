import type { PasskeyRequest } from '../../../commands/sign-in/ports.ts';
import { passkeyPart } from './passkey-part.ts';
import { alertOf, entryPage, escaped, fieldOf } from './page.ts';

type Shown = Readonly<{
  action: string;
  email?: string;
  problem?: string;
  /** Where a person who forgot the password asks for a link; absent where no mails are sent. */
  forgot?: string | undefined;
  /** Where a person registers; absent where people are invited. */
  register?: string | undefined;
  /** Whether a mailed link signs in too. */
  byMail?: boolean;
  /** What a browser is asked for to sign in with a passkey; absent without passkeys. */
  passkey?: PasskeyRequest | undefined;
}>;

/** The page that asks for address and password. */
export const passwordSignInPage = ({
  action,
  email = '',
  problem,
  forgot,
  register,
  byMail = false,
  passkey,
}: Shown): string =>
  entryPage(
    'Sign in',
    `${alertOf(problem)}
<form method="post" action="${escaped(action)}">
${fieldOf({ name: 'email', label: 'E-mail', type: 'email', autocomplete: passkey ? 'username webauthn' : 'username', value: email, more: 'autofocus' })}
${fieldOf({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
<button>Sign in</button>
${byMail ? '<button name="by" value="mail" formnovalidate>Mail me a link that signs in</button>' : ''}
${passkeyPart({ options: passkey, label: 'Sign in with a passkey' })}
</form>
${forgot === undefined ? '<p><small>Forgot it? An administrator of this installation makes a link for a new one.</small></p>' : `<p><a href="${escaped(forgot)}">I forgot my password</a></p>`}
${register === undefined ? '' : `<p><a href="${escaped(register)}">Create an account</a></p>`}`,
  );

type Asked = Readonly<{ action: string; half: string; problem?: string }>;

/** The page that asks for a code of the second factor. */
export const codePage = ({ action, half, problem }: Asked): string =>
  entryPage(
    'Sign in',
    `${alertOf(problem)}
<form method="post" action="${escaped(action)}">
<input type="hidden" name="half" value="${escaped(half)}">
${fieldOf({ name: 'code', label: 'Code of your authenticator application', autocomplete: 'one-time-code', hint: 'Or one of your recovery codes', more: 'autofocus maxlength="50"' })}
<button>Sign in</button>
</form>
<p><small>Lost both? An administrator of this installation removes the second factor.</small></p>`,
  );

/** The page behind the link of a mail. A look at it changes nothing. */
export const linkPage = ({ action, link }: Readonly<{ action: string; link: string }>): string =>
  entryPage(
    'Sign in',
    `<form method="post" action="${escaped(action)}">
<input type="hidden" name="link" value="${escaped(link)}">
<button autofocus>Sign in</button>
</form>`,
  );

/** One answer for every address, so that it does not tell who has an account. */
export const mailedPage = entryPage(
  'Look into your mails',
  `<p>If a person signs in here with this address, a link is on its way to it. Open it in this browser, within ten minutes: it
opens once, and in no other browser.</p>`,
);
