import { createHmac } from 'node:crypto';
import { only, text, whole, type Deed, type Operation, type Schema } from '../engine/contract.ts';
import type { ConsentRules } from '../engine/consent.ts';
import { type Behaviour, must, type Reply } from '../engine/live-platform.ts';
import type { World } from '../engine/world.ts';
import { clientOf } from '../engine/client.ts';

export const metaDocs = 'https://developers.facebook.com/docs';

/** Graph's form of a refusal (Meta: "Handle errors"). */
export const graphRefusal = (status: number, message: string): Reply => {
  const code = status === 401 ? 190 : 100;
  const type = status === 401 ? 'OAuthException' : 'GraphMethodException';
  return {
    status,
    json: { error: { message, type, code, fbtrace_id: 'trace', ...(status === 404 && { error_subcode: 33 }) } },
  };
};

/** A node that is not there (Meta: code 100, subcode 33). */
export const gone = (): Reply => ({
  status: 400,
  json: {
    error: {
      message: 'Unsupported get request. Object does not exist',
      type: 'GraphMethodException',
      code: 100,
      error_subcode: 33,
    },
  },
});

/** `id,from{id,name},comments.limit(0).summary(true)`: the names of a field expansion (Meta: "Field expansion"). */
export const namesIn = (fields: string): ReadonlyMap<string, string> => {
  const names = new Map<string, string>();
  let depth = 0;
  let current = '';
  for (const character of `${fields},`) {
    if (character === ',' && depth === 0) {
      const [, name = '', inner = ''] = /^(\w+)(?:\.\w+\([^)]*\))*(?:\{(.*)\})?$/.exec(current) ?? [];
      must(name !== '', `(#100) Syntax error in the field ${current}`);
      names.set(name, inner);
      current = '';
      continue;
    }
    if ('{('.includes(character)) depth += 1;
    if ('})'.includes(character)) depth -= 1;
    current += character;
  }
  return names;
};

/** Of an object, what is asked for; the id always. A name that its kind does not have is an error. */
export const expanded = (
  object: Readonly<Record<string, unknown>>,
  fields: unknown,
  known: readonly string[],
): object => {
  const asked = [...namesIn(typeof fields === 'string' && fields !== '' ? fields : 'id').keys()];
  for (const name of asked) must(known.includes(name), `(#100) Tried accessing nonexisting field (${name})`);
  return Object.fromEntries(
    Object.entries(object).filter(([name, value]) => (name === 'id' || asked.includes(name)) && value !== undefined),
  );
};

export const fields: Schema = text();

/** Facebook Login (Meta: "Manually build a login flow", "Long-lived access tokens"). */
export const facebookLoginRules = (
  platform: 'FACEBOOK' | 'INSTAGRAM' | 'WHATSAPP',
  version: string,
  scopes: readonly string[],
  registration: string = platform,
): ConsentRules => ({
  platform,
  registration,
  scopes,
  separator: ',',
  client: 'form',
  expiresIn: 5_183_000,
  page: `www.facebook.com/${version}/dialog/oauth`,
  tokenAt: `graph.facebook.com/${version}/oauth/access_token`,
  source: `${metaDocs}/facebook-login/guides/advanced/manual-flow`,
});

/** The token endpoint takes its fields in the query. */
export const facebookTokens = (
  registration: 'FACEBOOK' | 'INSTAGRAM_FACEBOOK' | 'WHATSAPP',
  version: string,
): Readonly<{
  operations: Record<'token' | 'extend', Operation>;
  behaviours: Record<'token' | 'extend', Behaviour>;
}> => {
  const { id, secret } = clientOf(registration);
  const client = { client_id: { const: id }, client_secret: { const: secret } };
  const at = `graph.facebook.com/${version}/oauth/access_token`;
  const operation = (deed: Deed | readonly Deed[], query: Schema, source: string): Operation => ({
    method: 'GET',
    at,
    deed,
    authentication: 'none',
    query,
    source: `${metaDocs}/${source}`,
  });
  return {
    operations: {
      token: operation(
        'connect',
        only({ ...client, redirect_uri: text(), code: text() }),
        'facebook-login/guides/advanced/manual-flow',
      ),
      extend: operation(
        ['connect', 'refresh'],
        only({ ...client, grant_type: { const: 'fb_exchange_token' }, fb_exchange_token: text() }),
        'facebook-login/guides/access-tokens/get-long-lived',
      ),
    },
    behaviours: {
      token: ({ world, query }) => {
        const given = world.codes.get(String(query['code']));
        must(given && given['redirect_uri'] === query['redirect_uri'], 'This authorization code has been used.');
        world.codes.delete(String(query['code']));
        const lasting = registration === 'WHATSAPP';
        const token = world.grant(String(given['account']), lasting ? 'access' : 'short');
        return { json: { access_token: token, token_type: 'bearer', ...(!lasting && { expires_in: 3600 }) } };
      },
      extend: ({ world, query }) => {
        const known = world.tokens.get(String(query['fb_exchange_token']));
        must(known, 'Error validating access token', 401);
        // Only the exchange of a short-lived token is documented: a long-lived one keeps its end.
        const endsAt = (known.kind === 'short' ? undefined : known.endsAt) ?? Date.now() + 5_183_000_000;
        const token = world.grant(known.account, 'access', '', endsAt);
        const rest = Math.round((endsAt - Date.now()) / 1000);
        return { json: { access_token: token, token_type: 'bearer', expires_in: rest } };
      },
    },
  };
};

/** The direct logins of Instagram and Threads: an hour's token, exchanged for one of sixty days that renews itself. */
export const businessLogin = (
  platform: 'INSTAGRAM' | 'THREADS',
  hosts: Readonly<{ page: string; token: string; graph: string }>,
  source: string,
) => {
  const { id, secret } = clientOf(platform);
  const prefix = platform === 'INSTAGRAM' ? 'ig' : 'th';
  const longer = (path: string, deed: Deed, query: Schema): Operation => ({
    method: 'GET',
    at: `${hosts.graph}/${path}`,
    deed,
    authentication: 'none',
    query,
    source: `${metaDocs}/${source}`,
  });
  const operations: Record<'token' | 'exchange' | 'renew', Operation> = {
    token: {
      method: 'POST',
      at: hosts.token,
      deed: 'connect',
      authentication: 'none',
      source: `${metaDocs}/${source}`,
      body: {
        as: 'form',
        schema: only({
          client_id: { const: id },
          client_secret: { const: secret },
          code: text(),
          grant_type: { const: 'authorization_code' },
          redirect_uri: text(),
        }),
      },
    },
    exchange: longer(
      'access_token',
      'connect',
      only({
        grant_type: { const: `${prefix}_exchange_token` },
        client_secret: { const: secret },
        access_token: text(),
      }),
    ),
    renew: longer(
      'refresh_access_token',
      'refresh',
      only({ grant_type: { const: `${prefix}_refresh_token` }, access_token: text() }),
    ),
  };
  const behaviours: Record<'token' | 'exchange' | 'renew', Behaviour> = {
    token: ({ world, body }) => {
      const given = world.codes.get(String(body['code']));
      must(given && given['redirect_uri'] === body['redirect_uri'], 'This authorization code has been used');
      world.codes.delete(String(body['code']));
      const account = String(given['account']);
      return {
        json: {
          access_token: world.grant(account, 'short'),
          user_id: account,
          ...(platform === 'INSTAGRAM' && { permissions: String(given['scope']) }),
        },
      };
    },
    exchange: ({ world, query }) => {
      const short = world.tokens.get(String(query['access_token']));
      must(short?.kind === 'short', 'Session key invalid', 401);
      return { json: { access_token: world.grant(short.account), token_type: 'bearer', expires_in: 5_183_000 } };
    },
    renew: ({ world, query }) => {
      const known = world.tokens.get(String(query['access_token']));
      must(known?.kind === 'access', 'Session key invalid', 401);
      return { json: { access_token: world.grant(known.account), token_type: 'bearer', expires_in: 5_183_000 } };
    },
  };
  return { operations, behaviours };
};

/** The answer of an insights edge. A metric that the node does not have fails the whole request. */
export const insightsOf = (asked: unknown, known: Readonly<Record<string, number>>): Reply => {
  const names = String(asked).split(',');
  for (const name of names) must(name in known, `(#100) The value must be a valid insights metric: ${name}`);
  return {
    json: {
      data: names.map((name) => ({
        name,
        period: 'lifetime',
        values: [{ value: known[name] }],
        title: name,
        id: `x/insights/${name}`,
      })),
    },
  };
};

/** A body with the signature by which Meta proves it (Meta: "Webhooks", "Validating payloads"). */
export const metaReport = (clientSecret: string, value: object) => {
  const body = JSON.stringify(value);
  const mac = createHmac('sha256', clientSecret).update(body).digest('hex');
  return { body, headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${mac}` } };
};

export const limit = whole({ minimum: 0, maximum: 100 });
export const paging = { 'limit?': limit, 'after?': text(), 'before?': text(), 'since?': whole(), 'until?': whole() };

export const subscribing = (at: string, known: readonly string[], source: string): Operation => ({
  method: 'POST',
  at,
  deed: 'receive',
  authentication: 'bearer',
  source: `${metaDocs}/${source}`,
  body: {
    as: 'form',
    schema: only({ subscribed_fields: text({ pattern: `^(${known.join('|')})(,(${known.join('|')}))*$` }) }),
  },
  answer: { type: 'object', required: ['success'] },
});

export const subscribe: Behaviour = ({ world, account, path, body }) => {
  world.subscriptions.set(path['id'] ?? account.id, body['subscribed_fields']);
  return { json: { success: true } };
};

export const unsubscribe: Behaviour = ({ world, account, path }) => {
  world.subscriptions.delete(path['id'] ?? account.id);
  return { json: { success: true } };
};

export const personOf = (world: World, id: string) => ({ id, username: world.accounts.get(id)?.username ?? id });
