import {
  flag,
  having,
  list,
  oneOf,
  only,
  text,
  whole,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentBehaviours, consentOperations } from '../engine/consent.ts';
import { must, type LivePlatform } from '../engine/live-platform.ts';
import { clientOf } from '../engine/client.ts';
import * as meta from './meta.ts';

/**
 * Facts of Meta's own OpenAPI document (github.com/facebook/openapi, business-messaging-api v23.0, the paths of each operation), in
 * this project's words: the document's info names the Meta Platform Terms.
 */
const document = 'facebook/openapi business-messaging-api_v23.0.yaml';
const version = 'v23.0';
const graph = `graph.facebook.com/${version}`;
const rules = meta.facebookLoginRules('WHATSAPP', version, [
  'whatsapp_business_management',
  'whatsapp_business_messaging',
  'business_management',
]);
const tokens = meta.facebookTokens('WHATSAPP', version);
const client = clientOf('WHATSAPP');

const at = (
  method: Operation['method'],
  path: string,
  deed: Deed | readonly Deed[],
  more: Partial<Operation>,
): Operation => ({
  method,
  at: `${graph}/${path}`,
  deed,
  authentication: 'bearer',
  source: `${document} ${method} /{Version}/${path}`,
  ...more,
});

const media = (more: Readonly<Record<string, Schema>> = {}): Schema =>
  only(
    { 'id?': text(), 'link?': text(), 'caption?': text({ maxLength: 1024 }), ...more },
    { anyOf: [{ required: ['id'] }, { required: ['link'] }] },
  );
const kinds: Readonly<Record<string, Schema>> = {
  text: only({ body: text({ maxLength: 4096 }), 'preview_url?': flag }),
  image: media(),
  video: media(),
  document: media({ 'filename?': text() }),
  template: only({
    name: text(),
    language: only({ code: text(), 'policy?': { const: 'deterministic' } }),
    'components?': list(having({ type: text() })),
  }),
};

const contract: Contract = {
  reports: {
    origin: 'documentation',
    source: 'https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components',
  },
  platform: 'WHATSAPP',
  origin: 'description',
  from: `${document}, facts only`,
  operations: {
    consent: { ...consentOperations(rules).consent, origin: 'documentation' },
    token: { ...tokens.operations.token, origin: 'documentation' },
    inspect: {
      ...at('GET', 'debug_token', 'connect', {
        query: only({ input_token: text() }),
        authentication: 'application',
        origin: 'documentation',
      }),
      source: `${meta.metaDocs}/graph-api/reference/debug_token`,
    },
    revoke: {
      ...at('GET', 'oauth/revoke', 'connect', { authentication: 'none', origin: 'documentation' }),
      query: only({
        client_id: { const: client.id },
        client_secret: { const: client.secret },
        revoke_token: text(),
        access_token: text(),
      }),
      source: `${meta.metaDocs}/facebook-login/guides/access-tokens/revoking`,
    },
    numbers: at('GET', '{waba}/phone_numbers', 'connect', {
      query: only({ 'fields?': text(), 'limit?': whole(), 'after?': text() }),
      answer: having({ data: list(having({ id: text(), display_phone_number: text() })) }),
    }),
    templates: at('GET', '{waba}/message_templates', 'publish', {
      query: only({ 'name?': text(), 'fields?': text(), 'limit?': whole(), 'status?': text() }),
      answer: having({ data: list(having({ name: text(), status: text() })) }),
    }),
    message: at('POST', '{phone}/messages', ['publish', 'message'], {
      body: {
        as: 'json',
        schema: only(
          {
            messaging_product: { const: 'whatsapp' },
            'recipient_type?': { const: 'individual' },
            to: text({ pattern: '^\\+?\\d{5,}$' }),
            type: oneOf(...Object.keys(kinds)),
            ...Object.fromEntries(Object.entries(kinds).map(([name, schema]) => [`${name}?`, schema])),
            'context?': only({ message_id: text() }),
          },
          {
            allOf: Object.keys(kinds).map((name) => ({
              if: { properties: { type: { const: name } } },
              then: { required: [name] },
            })),
          },
        ),
      },
      answer: having({
        messaging_product: { const: 'whatsapp' },
        messages: list(having({ id: text() }), { minItems: 1 }),
      }),
    }),
    upload: at('POST', '{phone}/media', 'upload', {
      body: {
        as: 'multipart',
        files: ['file'],
        schema: only({ messaging_product: { const: 'whatsapp' }, type: text() }),
      },
      answer: having({ id: text() }),
    }),
    subscribe: at('POST', '{waba}/subscribed_apps', 'receive', {
      body: { as: 'form', schema: only({ 'override_callback_uri?': text(), 'verify_token?': text() }) },
      answer: having({ success: flag }),
    }),
    unsubscribe: at('DELETE', '{waba}/subscribed_apps', 'receive', { answer: having({ success: flag }) }),
    subscriptions: at('GET', '{waba}/subscribed_apps', 'receive', { answer: having({ data: list({}) }) }),
  },
};

const numberOf = (account: string): string => `1${account}`;

export const whatsapp: LivePlatform = {
  contract,
  refusal: meta.graphRefusal,
  behaviours: {
    consent: consentBehaviours(rules).consent,
    token: tokens.behaviours.token,
    inspect: ({ world, query }) => {
      const known = world.tokens.get(String(query['input_token']));
      const business = known && [`55${known.account}`];
      return {
        json: {
          data: {
            app_id: client.id,
            is_valid: known !== undefined,
            expires_at: 0,
            scopes: rules.scopes,
            granular_scopes: rules.scopes.map((scope) => ({ scope, target_ids: business })),
          },
        },
      };
    },
    revoke: ({ world, query }) => {
      world.tokens.delete(String(query['revoke_token']));
      return { json: { success: true } };
    },
    numbers: ({ account, path }) => {
      must(path['waba'] === `55${account.id}`, '(#100) The business account is another’s', 403);
      return {
        json: { data: [{ id: numberOf(account.id), display_phone_number: '+1 555-0100', verified_name: 'Bakery' }] },
      };
    },
    templates: ({ account, path }) => {
      must(path['waba'] === `55${account.id}`, '(#100) The business account is another’s', 403);
      return { json: { data: [] } };
    },
    message: ({ world, account, path, body }) => {
      must(path['phone'] === numberOf(account.id), '(#100) The number is another’s', 403);
      const type = String(body['type']);
      const content = body[type] as { body?: string; id?: string; caption?: string };
      const file = content.id === undefined ? undefined : world.get(content.id);
      if (content.id !== undefined) must(file?.kind === 'upload', '(#131053) The media is not there');
      const { id } = world.put({
        id: `wamid.${world.nextNumber()}`,
        kind: 'post',
        account: account.id,
        parent: String(body['to']),
        text: content.body ?? content.caption ?? '',
        mediaBytes: file?.mediaBytes ?? 0,
      });
      return {
        json: {
          messaging_product: 'whatsapp',
          contacts: [{ input: body['to'], wa_id: '15550100' }],
          messages: [{ id }],
        },
      };
    },
    upload: ({ world, account, body, files }) => {
      const { bytes, contentType } = files['file'] ?? { bytes: Buffer.alloc(0), contentType: '' };
      must(contentType === body['type'], '(#100) Param file must be a file with one of the supported types');
      return { json: { id: world.put({ kind: 'upload', account: account.id, mediaBytes: bytes.length }).id } };
    },
    subscribe: ({ world, path }) => {
      world.subscriptions.set(path['waba'] ?? '', true);
      return { json: { success: true } };
    },
    unsubscribe: ({ world, path }) => {
      world.subscriptions.delete(path['waba'] ?? '');
      return { json: { success: true } };
    },
    subscriptions: ({ world, path }) => ({
      json: {
        data: world.subscriptions.has(path['waba'] ?? '')
          ? [{ whatsapp_business_api_data: { id: client.id, name: 'Publishing', link: 'https://example.com/' } }]
          : [],
      },
    }),
  },
};
