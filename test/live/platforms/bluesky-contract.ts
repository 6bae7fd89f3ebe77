import { having, only, text, type Contract, type Deed, type Operation, type Schema } from '../engine/contract.ts';
import document from '../descriptions/bluesky.json' with { type: 'json' };

type Lexicon = Readonly<{
  method: string;
  query?: Schema;
  input?: Readonly<{ encoding: string; schema?: Schema }>;
  output?: Readonly<{ encoding: string; schema?: Schema }>;
}>;
const { origin } = document;
const lexicons = document.operations as unknown as Record<string, Lexicon>;
const records = document.records as unknown as Record<string, Schema>;
export const schemas: Record<string, Schema> = {
  ...(document.schemas as unknown as Record<string, Schema>),
  ...records,
};

export const pds = 'bsky.social';
const oauthDocs = 'https://atproto.com/specs/oauth';
const chat = { 'atproto-proxy': { const: 'did:web:api.bsky.chat#bsky_chat' } };

const deeds: Readonly<Record<string, Deed | readonly Deed[]>> = {
  'com.atproto.repo.putRecord': ['publish', 'comment'],
  'com.atproto.repo.getRecord': 'delete',
  'com.atproto.repo.deleteRecord': 'delete',
  'com.atproto.repo.uploadBlob': 'upload',
  'com.atproto.identity.resolveHandle': 'connect',
  'com.atproto.server.getSession': 'connect',
  'app.bsky.feed.getPosts': ['insights', 'comment'],
  'app.bsky.feed.getPostThread': 'receive',
  'app.bsky.actor.getProfile': 'insights',
  'app.bsky.notification.listNotifications': 'receive',
  'chat.bsky.convo.getConvoForMembers': 'message',
  'chat.bsky.convo.sendMessage': 'message',
};
const isOpen = (nsid: string): boolean => /getRecord|resolveHandle/.test(nsid);

/** The record of a write is held to the lexicon that it names. */
const recordOf = (schema: Schema | undefined): Schema => ({
  ...schema,
  allOf: Object.keys(records).map((collection) => ({
    if: { properties: { collection: { const: collection } } },
    then: {
      properties: {
        record: {
          allOf: [
            { $ref: `#/schemas/${collection}` },
            { required: ['$type'], properties: { $type: { const: collection } } },
          ],
        },
      },
    },
  })),
});

/** A list of a query is repeated; one of them is a text (atproto.com/specs/xrpc: "Query parameters"). */
const queryOf = (nsid: string): Schema | undefined => {
  const { query } = lexicons[nsid] ?? {};
  if (!query) return undefined;
  const { $type: _, ...properties } = query['properties'] as Record<string, Schema>;
  return { ...query, properties };
};

const xrpc = Object.fromEntries(
  Object.entries(lexicons).map(([nsid, { method, input, output }]): [string, Operation] => {
    const query = queryOf(nsid);
    return [
      nsid,
      {
        method: method as 'GET',
        at: `${pds}/xrpc/${nsid}`,
        deed: deeds[nsid] ?? 'publish',
        authentication: isOpen(nsid) ? 'none' : 'dpop',
        source: `lexicon ${nsid}`,
        ...(query && { query }),
        ...(nsid.startsWith('chat.') && { headers: chat }),
        ...(input && {
          body: input.schema
            ? { as: 'json', schema: nsid.endsWith('putRecord') ? recordOf(input.schema) : input.schema }
            : { as: 'bytes' },
        }),
        ...(output?.schema && { answer: output.schema }),
      },
    ];
  }),
);

const assertion = {
  'client_assertion_type?': { const: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
  'client_assertion?': text(),
};
const oauth = (method: 'GET' | 'POST', path: string, deed: Deed, more: Partial<Operation>): Operation => ({
  method,
  at: `${pds}${path}`,
  deed,
  authentication: method === 'POST' ? 'dpop-client' : 'none',
  source: oauthDocs,
  origin: 'documentation',
  ...more,
});

export const contract: Contract = {
  platform: 'BLUESKY',
  origin: 'description',
  from: `${origin.repository} ${origin.file}, ${origin.licence}`,
  schemas,
  operations: {
    ...xrpc,
    resource: oauth('GET', '/.well-known/oauth-protected-resource', 'connect', {}),
    server: oauth('GET', '/.well-known/oauth-authorization-server', 'connect', {}),
    push: oauth('POST', '/oauth/par', 'connect', {
      body: {
        as: 'form',
        schema: only({
          client_id: text(),
          response_type: { const: 'code' },
          redirect_uri: text(),
          scope: text({ pattern: '\\batproto\\b' }),
          state: text(),
          code_challenge: text({ minLength: 43 }),
          code_challenge_method: { const: 'S256' },
          'login_hint?': text(),
          ...assertion,
        }),
      },
      answer: having({ request_uri: text(), expires_in: { type: 'integer' } }),
    }),
    consent: oauth('GET', '/oauth/authorize', 'connect', { query: only({ client_id: text(), request_uri: text() }) }),
    token: oauth('POST', '/oauth/token', 'connect', {
      body: {
        as: 'form',
        schema: only({
          grant_type: { const: 'authorization_code' },
          code: text(),
          redirect_uri: text(),
          client_id: text(),
          code_verifier: text({ minLength: 43 }),
          ...assertion,
        }),
      },
    }),
    refresh: oauth('POST', '/oauth/token', 'refresh', {
      body: {
        as: 'form',
        schema: only({
          grant_type: { const: 'refresh_token' },
          refresh_token: text(),
          client_id: text(),
          ...assertion,
        }),
      },
    }),
    revoke: oauth('POST', '/oauth/revoke', 'connect', {
      body: {
        as: 'form',
        schema: only({ token: text(), 'token_type_hint?': text(), client_id: text(), ...assertion }),
      },
    }),
    identity: {
      method: 'GET',
      at: 'plc.directory/{did}',
      deed: 'connect',
      authentication: 'none',
      origin: 'documentation',
      source: 'https://web.plc.directory/spec/v0.1/did-plc',
    },
  },
};
