import { scriptPolicy } from '../sign-in/page.ts';

/** A person to sign in as, on this machine. */
export type LocalUser = Readonly<{ id: string; email: string; name: string | null }>;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = (body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #1c2330; }
button { display: block; width: 100%; text-align: left; font: inherit; padding: .75rem 1rem; margin: .5rem 0;
  border: 1px solid #c4ccd8; border-radius: .5rem; background: #fff; cursor: pointer; }
button:hover, button:focus-visible { border-color: #3056d3; outline: none; }
small { color: #5a6475; }
</style>
</head>
<body>
${body}
</body>
</html>
`;

/** The page that offers the people to sign in as: test mode has no passwords. */
export const signInPage = (users: readonly LocalUser[], action: string): string =>
  page(`<h1>Sign in</h1>
<p><small>Test mode: choose who you are. There is no password, and nothing leaves this machine.</small></p>
${users.length === 0 ? '<p>There are no users yet.</p>' : ''}
<form method="post" action="${escaped(action)}">
${users
  .map(
    ({ id, email, name }) =>
      `<button name="user" value="${escaped(id)}">${escaped(name ?? email)}<br><small>${escaped(email)}</small></button>`,
  )
  .join('\n')}
</form>`);

/** The page that asks whether to sign out; `form` is the provider's, with its proof that the page asked. */
export const signOutPage = (form: string): string =>
  page(`<h1>Sign out</h1>
<p>You are asked to sign in again afterwards, in this browser.</p>
${form}
<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>`);

export const problemPage = (message: string): string => page(`<h1>Sign in</h1>\n<p>${escaped(message)}</p>`);

/** The page runs the script of passkeys at most, loads no resources and may not be framed. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; ${scriptPolicy}; frame-ancestors 'none'; base-uri 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;
