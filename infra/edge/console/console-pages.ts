import { Refused } from '../../../domain/kernel/refused.ts';
import { exchangeOf, pathOf, send } from '../http/exchange.ts';
import { once } from '../http/once.ts';
import { pagePolicy } from '../http/page-policy.ts';
import type { PlainHandler } from '../http/plain-handler.ts';
import { Resource } from '../http/resource.ts';
import { consoleBuild, filePrefix, type ConsoleBuild } from './console-build.ts';

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

const pageOf = ({ program, imported, style }: ConsoleBuild): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Write, schedule, see and answer posts.">
<title>Console: Social Publishing Service</title>
<link rel="stylesheet" href="${filePrefix}${style}">
<link rel="icon" href="data:,">
${imported.map((file) => `<link rel="modulepreload" href="${filePrefix}${file}">`).join('\n')}
</head>
<body>
<div id="console"></div>
<noscript>The console needs JavaScript.</noscript>
<script type="module" src="${filePrefix}${program}"></script>
</body>
</html>
`;

const script = 'text/javascript; charset=utf-8';
const typeOf = (file: string): string => (file.endsWith('.css') ? 'text/css; charset=utf-8' : script);

type Resources = Readonly<{ page: Resource; worker: Resource; files: ReadonlyMap<string, Resource> }>;

const resourcesOf = (build: ConsoleBuild, policy: string): Resources => {
  const resource = (text: string, type: string, others: Readonly<Record<string, string>> = {}): Resource =>
    new Resource(text, { 'content-type': type, 'content-security-policy': policy, ...others });
  // A file of one name never changes, so a browser never asks for it a second time.
  const forever = { 'cache-control': 'public, max-age=31536000, immutable' };
  return {
    page: resource(pageOf(build), 'text/html; charset=utf-8'),
    // Its address is below that of the page, which it answers for.
    worker: resource(build.worker, script, { 'service-worker-allowed': '/console' }),
    files: new Map(
      Object.entries(build.files).map(([file, text]) => [
        `${filePrefix}${file}`,
        resource(text, typeOf(file), forever),
      ]),
    ),
  };
};

export type ConsolePages = Readonly<{
  pages: Readonly<Record<string, PlainHandler>>;
  prefixes: Readonly<Record<string, PlainHandler>>;
}>;

/**
 * The console: a page that calls the API with the session of the signed-in person. It has no rights
 * beyond that session.
 */
export const consolePages = ({ issuer, clientId, audience }: Settings): ConsolePages => {
  const policy = pagePolicy(new URL(issuer).origin);
  const resources = once(async () => resourcesOf(await consoleBuild(), policy));
  return {
    pages: {
      '/console': async (req, res) => (await resources()).page.answer(req, res),
      '/console/worker.js': async (req, res) => (await resources()).worker.answer(req, res),
      '/console/identity.json': (req, res) =>
        send(res, exchangeOf(req), { status: 200, body: { issuer, clientId, audience } }),
    },
    prefixes: {
      [filePrefix]: async (req, res) => {
        const file = (await resources()).files.get(pathOf(req.url));
        if (file === undefined) throw new Refused('NOT_FOUND', 'This build of the console has no such file.');
        return file.answer(req, res);
      },
    },
  };
};
