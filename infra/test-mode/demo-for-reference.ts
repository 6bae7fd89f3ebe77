import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { demoOfNone, type Demo } from '../edge/http/docs.ts';
import { exchangeOf, send } from '../edge/http/exchange.ts';
import { isFromHere } from '../edge/http/operators-machine.ts';
import type { PlainHandler } from '../edge/http/plain-handler.ts';
import type { Connection } from './api/ports.ts';

/** The names that a browser on this machine calls it by. Another name that leads here is the trick of a foreign page. */
const ownNames = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The ids of the recorded examples that say what they are the id of, as `c000000000000000000bluesky` does. */
const exampleId = (name: string): string =>
  `c${name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .padStart(24, '0')}`;

const demoOf = ({ apiKey, workspaceId, accounts }: Connection): Demo => ({
  apiKey,
  ids: Object.fromEntries(
    [...Object.entries(accounts), ['workspace', workspaceId] as const].map(([name, id]) => [exampleId(name), id]),
  ),
});

/**
 * The key of the demo workspace and its ids, for the reference page. Only a person at this machine gets them, who may read
 * `connection.json` too.
 */
export const demoForReference =
  (dataDir: string): PlainHandler =>
  async (req, res) => {
    const isOwner = isFromHere(req) && ownNames.test(req.headers.host ?? '');
    const file = isOwner
      ? await readFile(path.join(dataDir, 'connection.json'), 'utf8').catch(() => undefined)
      : undefined;
    const demo = file === undefined ? demoOfNone : demoOf(JSON.parse(file) as Connection);
    send(res, exchangeOf(req), {
      status: 200,
      body: JSON.stringify(demo),
      headers: { 'content-type': 'application/json; charset=utf-8' },
    });
  };
