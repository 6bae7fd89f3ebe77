import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exchangeOf, send } from '../http/exchange.ts';
import { pagePolicy } from '../http/page-policy.ts';
import type { PlainHandler } from '../http/plain-handler.ts';

/** The application's name at the identity provider. */
export const consoleClientId = 'console';

/** Where the identity provider sends people back to. */
export const consoleRedirectUri = (publicUrl: string): string => `${publicUrl}/console`;

type Settings = Readonly<{
  issuer: string;
  clientId: string;
  /** What the session's token is for. */
  audience: string;
}>;

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Console: Social Publishing Service</title>
<link rel="stylesheet" href="/console/console.css">
<link rel="icon" href="data:,">
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript.</noscript>
<script type="module" src="/console/console.js"></script>
</body>
</html>
`;

const app = path.join(import.meta.dirname, 'app');

/**
 * The application as one script. It is built at the first request, because most services never
 * serve it.
 */
const bundle = async (): Promise<string> => {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(app, 'main.tsx')],
    tsconfig: path.join(app, 'tsconfig.json'),
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  // The bundler runs in a child process, which is stopped after the build.
  await stop();
  return outputFiles[0]?.text ?? '';
};

/**
 * The console: a page that calls the API with the session of the signed-in person. It has no rights
 * beyond that session.
 */
export const consolePages = ({ issuer, clientId, audience }: Settings): Readonly<Record<string, PlainHandler>> => {
  const policy = pagePolicy(new URL(issuer).origin);
  let script: Promise<string> | undefined;
  const answer =
    (type: string, content: () => string | Promise<string>): PlainHandler =>
    async (req, res) =>
      send(res, exchangeOf(req), {
        status: 200,
        body: await content(),
        headers: { 'content-type': type, 'content-security-policy': policy },
      });
  return {
    '/console': answer('text/html; charset=utf-8', () => page),
    '/console/identity.json': answer('application/json', () => JSON.stringify({ issuer, clientId, audience })),
    '/console/console.css': answer('text/css; charset=utf-8', () => readFile(path.join(app, 'console.css'), 'utf8')),
    '/console/console.js': answer('text/javascript; charset=utf-8', () => {
      script ??= bundle();
      script.catch(() => (script = undefined));
      return script;
    }),
  };
};
