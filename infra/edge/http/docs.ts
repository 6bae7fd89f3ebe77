import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorPage, errorPagePath } from './error-guide.ts';
import { exchangeOf, send } from './exchange.ts';
import { pagePolicy, pagePolicyWithStyles } from './page-policy.ts';
import type { PlainHandler } from './plain-handler.ts';
import { postmanCollection, type Described } from './postman/collection.ts';
import { start } from './reference-start.ts';
import { Resource } from './resource.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Social Publishing Service: API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="api"></div>
<noscript>This page needs JavaScript. <a href="/v1/openapi.json">The OpenAPI document</a> says the same.</noscript>
<script src="/v1/docs/reference.js"></script>
<script src="/v1/docs/start.js"></script>
</body>
</html>
`;

/** What requests of the reference page start with. */
export type Demo = Readonly<{
  apiKey: string | null;
  /** The ids of the demo workspace, by those that stand for them in the examples. */
  ids: Readonly<Record<string, string>>;
}>;

/** Outside test mode there is no demo workspace. */
export const demoOfNone: Demo = { apiKey: null, ids: {} };

/** Where test mode serves a demo of its own. */
export const demoPath = '/v1/docs/demo.json';

const script = 'text/javascript; charset=utf-8';
const json = 'application/json; charset=utf-8';

/** The page's program, as its package ships it for browsers: one file, which loads nothing else. */
const reference = (): Promise<Buffer> => {
  const main = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  return readFile(path.join(path.dirname(main), 'js/standalone.js'));
};

const text =
  (body: string, type: string, headers: Readonly<Record<string, string>> = {}): PlainHandler =>
  (req, res) =>
    send(res, exchangeOf(req), { status: 200, body, headers: { 'content-type': type, ...headers } });

const program = (): PlainHandler => {
  let content: Promise<Buffer> | undefined;
  return async (req, res) => {
    content ??= reference();
    const headers = { 'content-type': script, 'cache-control': 'public, max-age=86400' };
    send(res, exchangeOf(req), { status: 200, body: await content, headers });
  };
};

const builtOnce = <Built>(build: () => Built): (() => Built) => {
  let built: Built | undefined;
  return () => (built ??= build());
};

/** A document that programs of other sites may read. It is compressed, and sent again only where it has changed. */
export const openJson = (document: () => string): PlainHandler => {
  const headers = {
    'content-type': json,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  let made: Readonly<{ text: string; resource: Resource }> | undefined;
  return (req, res) => {
    const text = document();
    if (made?.text !== text) made = { text, resource: new Resource(text, headers) };
    return made.resource.answer(req, res);
  };
};

/** Where the collection for Postman, Bruno and Insomnia is. */
const collectionPath = '/v1/docs/postman.json';

/**
 * The OpenAPI document and a page to read and try it, without requests to other hosts. The document
 * is built at the first request.
 */
export const docsPages = (document: () => Described): Readonly<Record<string, PlainHandler>> => {
  const described = builtOnce(document);
  return {
    '/v1/openapi.json': openJson(builtOnce(() => JSON.stringify(described()))),
    [collectionPath]: openJson(builtOnce(() => JSON.stringify(postmanCollection(described())))),
    '/v1/docs': text(page, 'text/html; charset=utf-8', { 'content-security-policy': pagePolicyWithStyles() }),
    [errorPagePath]: text(errorPage(), 'text/html; charset=utf-8', { 'content-security-policy': pagePolicy() }),
    '/v1/docs/start.js': text(start, script),
    '/v1/docs/reference.js': program(),
    [demoPath]: text(JSON.stringify(demoOfNone), json),
  };
};
