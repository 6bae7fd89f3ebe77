import { createHash } from 'node:crypto';
import { passkeyScript } from './passkey-script.ts';

/** Text as part of a page. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const style = `
:root { color-scheme: light dark; --line: #8b95a5; --accent: #3056d3; --quiet: #5a6475; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --accent: #8aa4ff; --quiet: #a7b0bf; --bad: #ff8a80; } }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; padding: 0 1rem; }
main { max-width: 26rem; margin: 4rem auto; }
label { display: block; margin: 1rem 0 0; }
input, button { box-sizing: border-box; display: block; width: 100%; font: inherit; padding: .6rem .75rem;
  margin: .25rem 0 0; border: 1px solid var(--line); border-radius: .5rem; }
button { margin-top: 1.5rem; cursor: pointer; border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
small { color: var(--quiet); }
a { color: var(--accent); }
code { display: block; overflow-wrap: anywhere; padding: .6rem .75rem; border: 1px dashed var(--line); }
[hidden] { display: none; }
[role=alert] { color: var(--bad); font-weight: 600; }
`;

/** A page of the sign-in. `body` is HTML. */
export const entryPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: Social Publishing Service</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;

/** What went wrong, for the person who sent a form. */
export const alertOf = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p role="alert">${escaped(problem)}.</p>`;

type Field = Readonly<{
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password';
  autocomplete: string;
  value?: string;
  hint?: string;
  more?: string;
}>;

export const fieldOf = ({ name, label, type = 'text', autocomplete, value = '', hint, more = '' }: Field): string =>
  `<label>${escaped(label)}
<input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escaped(value)}" required ${more}></label>
${hint === undefined ? '' : `<small>${escaped(hint)}</small>`}`;

/** What a page with the script of passkeys may run besides. */
export const scriptPolicy = `script-src 'sha256-${createHash('sha256').update(passkeyScript).digest('base64')}'`;

/** The page loads nothing, keeps its address to itself, and may not be framed. */
export const entryHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; ${scriptPolicy}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;
