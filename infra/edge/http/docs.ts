import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorPage, errorPagePath } from './error-guide.ts';
import { exchangeOf, send } from './exchange.ts';
import { pagePolicy } from './page-policy.ts';
import type { PlainHandler } from './plain-handler.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Social Publishing Service: API</title>
<link rel="stylesheet" href="/v1/docs/swagger-ui.css">
<link rel="icon" href="/v1/docs/favicon-32x32.png">
</head>
<body>
<div id="api"></div>
<script src="/v1/docs/swagger-ui-bundle.js"></script>
<script src="/v1/docs/start.js"></script>
</body>
</html>
`;

const start = `window.ui = SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  validatorUrl: null,
  docExpansion: 'list',
  persistAuthorization: false,
});
`;

const script = 'text/javascript; charset=utf-8';
const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': script,
  'favicon-32x32.png': 'image/png',
};

/** A file of the installed package. The name comes from this list, never from the request. */
const packageFile = (name: string): Promise<Buffer> => {
  const folder = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return readFile(path.join(folder, name));
};

const text =
  (body: string, type: string, headers: Readonly<Record<string, string>> = {}): PlainHandler =>
  (req, res) =>
    send(res, exchangeOf(req), 200, body, { 'content-type': type, ...headers });

const file = (name: string, type: string): PlainHandler => {
  let content: Promise<Buffer> | undefined;
  return async (req, res) => {
    content ??= packageFile(name);
    const headers = { 'content-type': type, 'cache-control': 'public, max-age=86400' };
    send(res, exchangeOf(req), 200, await content, headers);
  };
};

/**
 * The OpenAPI document and a page to read and try it, without requests to other hosts. The document
 * is built at the first request.
 */
export const docsPages = (document: () => unknown): Readonly<Record<string, PlainHandler>> => {
  let json: string | undefined;
  return {
    '/v1/openapi.json': (req, res) => {
      json ??= JSON.stringify(document());
      send(res, exchangeOf(req), 200, json, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      });
    },
    '/v1/docs': text(page, 'text/html; charset=utf-8', { 'content-security-policy': pagePolicy() }),
    [errorPagePath]: text(errorPage(), 'text/html; charset=utf-8', { 'content-security-policy': pagePolicy() }),
    '/v1/docs/start.js': text(start, script),
    ...Object.fromEntries(Object.entries(files).map(([name, type]) => [`/v1/docs/${name}`, file(name, type)])),
  };
};
