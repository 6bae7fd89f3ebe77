import { createHash } from 'node:crypto';
import { list, only, text, type Contract, type Schema } from '../engine/contract.ts';
import { described, type Described } from '../engine/described.ts';
import { exampleOf } from '../engine/example.ts';
import { type Call, must, type LivePlatform } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import document from '../descriptions/mastodon.json' with { type: 'json' };

const { origin, version } = document;
const schemas = document.schemas as unknown as Record<string, Schema>;
const operations = document.operations as unknown as Record<string, Described>;
const from = `${origin.repository} ${origin.file} ${version}, ${origin.licence}`;
const docs = 'https://docs.joinmastodon.org/methods';
const of = (
  name: string,
  ...rest: [Parameters<typeof described>[1], Parameters<typeof described>[2], string, object?]
) => described(operations[name], ...rest);

/** The document gives three forms of a status. A text with media has two of them (docs: statuses, "Post a new status"). */
const status = { anyOf: (operations['createStatus']?.body as { oneOf: unknown[] }).oneOf };

export const contract: Contract = {
  platform: 'MASTODON',
  origin: 'description',
  from,
  schemas,
  operations: {
    // "Array of Strings or String" in the documentation, an array only in the document.
    registerApplication: of('registerApplication', 'connect', 'none', `${docs}/apps/#create`, {
      body: {
        as: 'json',
        schema: only({
          client_name: text(),
          redirect_uris: { anyOf: [text(), list(text(), { minItems: 1 })] },
          'scopes?': text(),
          'website?': text(),
        }),
      },
    }),
    consent: {
      method: 'GET',
      at: 'mastodon.social/oauth/authorize',
      deed: 'connect',
      authentication: 'none',
      source: `${docs}/oauth/#authorize`,
      query: only({
        response_type: { const: 'code' },
        client_id: text(),
        redirect_uri: text(),
        scope: text(),
        state: text(),
        code_challenge: text({ minLength: 43 }),
        code_challenge_method: { const: 'S256' },
      }),
    },
    // Mastodon takes forms wherever it takes JSON (docs: "Getting started with the API", "Providing parameters").
    token: of('token', 'connect', 'none', `${docs}/oauth/#token`, {
      body: { as: 'form', schema: { ...operations['token']?.body, additionalProperties: false } },
    }),
    revoke: of('revoke', 'connect', 'none', `${docs}/oauth/#revoke`, {
      body: { as: 'form', schema: { ...operations['revoke']?.body, additionalProperties: false } },
    }),
    verifyCredentials: of(
      'verifyCredentials',
      ['connect', 'insights', 'refresh'],
      'bearer',
      `${docs}/accounts/#verify_credentials`,
    ),
    account: of('account', 'message', 'bearer', `${docs}/accounts/#get`),
    statusesOf: of('statusesOf', 'publish', 'bearer', `${docs}/accounts/#statuses`),
    instance: of('instance', 'publish', 'bearer', `${docs}/instance/#v2`),
    createStatus: of('createStatus', ['publish', 'comment'], 'bearer', `${docs}/statuses/#create`, {
      body: { as: 'json', schema: status },
    }),
    status: of('status', 'insights', 'bearer', `${docs}/statuses/#get`),
    deleteStatus: of('deleteStatus', 'delete', 'bearer', `${docs}/statuses/#delete`),
    source: of('source', 'publish', 'bearer', `${docs}/statuses/#source`),
    context: of('context', 'receive', 'bearer', `${docs}/statuses/#context`),
    upload: of('upload', 'upload', 'bearer', `${docs}/media/#v2`, {
      body: {
        as: 'multipart',
        files: ['file', 'thumbnail?'],
        schema: only({ 'description?': text(), 'focus?': text() }),
      },
    }),
    attachment: of('attachment', 'upload', 'bearer', `${docs}/media/#get`),
    notifications: of('notifications', 'receive', 'bearer', `${docs}/notifications/#get`),
  },
};

const shapeOf = (name: string): object => exampleOf({ $ref: `#/schemas/${name}` }, schemas) as object;

const accountOf = (world: World, id: string) => {
  const { username, name } = world.accounts.get(id) ?? { username: id, name: id };
  const figures = { followers_count: 12, following_count: 3, statuses_count: world.of('post', id).length };
  return { ...shapeOf('Account'), id, username, acct: username, display_name: name, ...figures };
};

const statusOf = (world: World, object: LiveObject) => ({
  ...shapeOf('Status'),
  id: object.id,
  created_at: new Date(object.createdAt).toISOString(),
  content: `<p>${object.text}</p>`,
  url: `https://mastodon.social/@zoe/${object.id}`,
  uri: `https://mastodon.social/statuses/${object.id}`,
  in_reply_to_id: object.parent ?? null,
  account: accountOf(world, object.account),
  favourites_count: 5,
  reblogs_count: 4,
  replies_count: 3,
  quotes_count: 2,
});

const found = (world: World, id: string | undefined): LiveObject => {
  const object = world.get(id);
  must(object, 'Record not found', 404);
  return object;
};

/** The attachments that a status names: each uploaded, processed, and of the same person. */
const attached = ({ world, body, account }: Call): readonly LiveObject[] =>
  ((body['media_ids'] ?? []) as string[]).map((id) => {
    const upload = world.get(id);
    must(upload?.kind === 'upload' && upload.account === account.id, `Validation failed: media ${id} is unknown`, 422);
    must(
      upload.more['processed'],
      'Cannot attach files that have not finished processing. Try again in a moment!',
      422,
    );
    return upload;
  });

export const mastodon: LivePlatform = {
  contract,
  refusal: (status, message) => ({ status, json: { error: message } }),
  behaviours: {
    registerApplication: ({ world, body }) => {
      const id = world.nextNumber();
      world.codes.set(`client ${id}`, {
        secret: `secret-${id}`,
        redirect: [body['redirect_uris']].flat(),
        scopes: body['scopes'],
      });
      return {
        json: {
          ...shapeOf('CredentialApplication'),
          client_id: id,
          client_secret: `secret-${id}`,
          client_secret_expires_at: 0,
        },
      };
    },
    consent: ({ world, query }) => {
      const client = world.codes.get(`client ${String(query['client_id'])}`);
      must(
        (client?.['redirect'] as unknown[] | undefined)?.includes(query['redirect_uri']),
        'the client is unknown, or has another redirect address',
      );
      const asked = String(query['scope']).split(' ');
      must(
        asked.every((scope) => String(client?.['scopes']).split(' ').includes(scope)),
        'the requested scope is invalid',
      );
      const code = `code-${world.nextNumber()}`;
      const account = world.newAccount(world.nextNumber(), `zoe${world.nextNumber()}`);
      world.codes.set(code, { ...query, account: account.id });
      const back = new URL(String(query['redirect_uri']));
      back.search = new URLSearchParams({ code, state: String(query['state']) }).toString();
      return { status: 302, headers: { location: back.href } };
    },
    token: ({ world, body }) => {
      const { code, client_id: id, client_secret: secret, redirect_uri: redirect, code_verifier: verifier } = body;
      const given = world.codes.get(String(code));
      must(given && given['client_id'] === id && given['redirect_uri'] === redirect, 'invalid_grant');
      must(world.codes.get(`client ${String(id)}`)?.['secret'] === secret, 'invalid_client', 401);
      const challenge = createHash('sha256').update(String(verifier)).digest('base64url');
      must(challenge === given['code_challenge'], 'invalid_grant: the verifier is another');
      must(body['grant_type'] === 'authorization_code', 'unsupported_grant_type');
      world.codes.delete(String(code));
      const token = world.grant(String(given['account']));
      const scope = String(given['scope']);
      return {
        json: { access_token: token, token_type: 'Bearer', scope, created_at: Math.floor(Date.now() / 1000) },
      };
    },
    revoke: ({ world, body }) => {
      must(world.tokens.delete(String(body['token'])), 'unauthorized_client', 403);
      return { json: {} };
    },
    verifyCredentials: ({ world, account }) => ({
      json: { ...shapeOf('CredentialAccount'), ...accountOf(world, account.id) },
    }),
    account: ({ world, path }) => ({ json: accountOf(world, path['id'] ?? '') }),
    statusesOf: ({ world, path }) => ({
      json: world
        .of('post', path['id'] ?? '')
        .map((object) => statusOf(world, object))
        .reverse(),
    }),
    instance: () => {
      const instance = shapeOf('Instance') as { configuration: Record<string, object> };
      const { configuration } = instance;
      const statuses = { ...configuration['statuses'], max_characters: 500, max_media_attachments: 4 };
      const media = {
        ...configuration['media_attachments'],
        supported_mime_types: ['image/jpeg', 'image/png', 'video/mp4'],
        description_limit: 1500,
        image_size_limit: 16_777_216,
        video_size_limit: 103_809_024,
      };
      return { json: { ...instance, configuration: { ...configuration, statuses, media_attachments: media } } };
    },
    createStatus: (call) => {
      const { world, body, account } = call;
      const files = attached(call);
      const words = String(body['status'] ?? '');
      must(words !== '' || files.length > 0, "Validation failed: Text can't be blank", 422);
      must([...words].length <= 500, 'Validation failed: Text character limit of 500 exceeded', 422);
      const parent = body['in_reply_to_id'] as string | undefined;
      if (parent !== undefined) found(world, parent);
      const isDirect = body['visibility'] === 'direct';
      const object = world.put({
        kind: isDirect ? 'message' : parent === undefined ? 'post' : 'comment',
        account: account.id,
        text: words,
        mediaBytes: files.reduce((sum, { mediaBytes }) => sum + mediaBytes, 0),
        more: { ...body },
        ...(parent !== undefined && { parent }),
        ...(files[0]?.mediaType !== undefined && { mediaType: files[0].mediaType }),
      });
      return { json: statusOf(world, object) };
    },
    status: ({ world, path }) => ({ json: statusOf(world, found(world, path['id'])) }),
    deleteStatus: ({ world, path, account }) => {
      const object = found(world, path['id']);
      must(object.account === account.id, 'Record not found', 404);
      object.isDeleted = true;
      return { json: { ...statusOf(world, object), text: object.text } };
    },
    source: ({ world, path }) => {
      const { id, text: words } = found(world, path['id']);
      return { json: { ...shapeOf('StatusSource'), id, text: words } };
    },
    context: ({ world, path }) => ({
      json: {
        ancestors: [],
        descendants: world
          .of('comment')
          .flatMap((object) => (object.parent === path['id'] ? [statusOf(world, object)] : [])),
      },
    }),
    upload: ({ world, account, files }) => {
      const { bytes = Buffer.alloc(0), contentType = '' } = files['file'] ?? {};
      const isVideo = contentType.startsWith('video/');
      const more = { processed: !isVideo };
      const upload = world.put({
        kind: 'upload',
        account: account.id,
        mediaBytes: bytes.length,
        mediaType: contentType,
        more,
      });
      const media = { ...shapeOf('MediaAttachment'), id: upload.id, type: isVideo ? 'video' : 'image' };
      return {
        status: isVideo ? 202 : 200,
        json: { ...media, url: isVideo ? null : `https://files.mastodon.social/${upload.id}` },
      };
    },
    attachment: ({ world, path }) => {
      const upload = found(world, path['id']);
      const media = { ...shapeOf('MediaAttachment'), id: upload.id, type: 'video' };
      // It answers once that it is at work (docs: media, "206: Partial content").
      const isDone = upload.more['asked'] === true;
      upload.more['asked'] = true;
      upload.more['processed'] = isDone;
      return { status: isDone ? 200 : 206, json: { ...media, url: `https://files.mastodon.social/${upload.id}` } };
    },
    notifications: ({ world, account }) => ({
      json: world
        .of('comment')
        .filter(({ more }) => more['mentions'] === account.id)
        .map((object) => ({
          ...shapeOf('Notification'),
          id: object.id,
          type: 'mention',
          created_at: new Date(object.createdAt).toISOString(),
          account: accountOf(world, object.account),
          status: statusOf(world, object),
        })),
    }),
  },
};
