import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, decodeProtectedHeader, importJWK, jwtVerify, type JWK } from 'jose';

import { exampleOf } from '../engine/example.ts';
import { type Behaviour, type Call, must, type LivePlatform, type Reply } from '../engine/live-platform.ts';
import type { LiveObject, World } from '../engine/world.ts';
import { schemas, pds, contract } from './bluesky-contract.ts';

const nonce = 'nonce-of-the-server';
const hash = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** Checks the proof of a request (RFC 9449, section 4.3). The first request without a nonce is challenged. */
const proven = async ({ request, base }: Call, accessToken?: string): Promise<Reply | string> => {
  const proof = request.headers['dpop'];
  must(proof, 'invalid_dpop_proof: there is none', 400);
  const header = decodeProtectedHeader(proof);
  must(header.typ === 'dpop+jwt' && header.jwk && !('d' in header.jwk), 'invalid_dpop_proof: the header is wrong');
  const { payload } = await jwtVerify(proof, await importJWK(header.jwk, header.alg));
  must(
    payload['htm'] === request.method && payload['htu'] === base(request.at),
    'invalid_dpop_proof: it is for another request',
  );
  must(payload.jti && payload.iat, 'invalid_dpop_proof: it has no jti or iat');
  if (accessToken !== undefined)
    must(payload['ath'] === hash(accessToken), 'invalid_dpop_proof: it is for another token');
  if (payload['nonce'] !== nonce)
    return {
      status: accessToken === undefined ? 400 : 401,
      json: { error: 'use_dpop_nonce', error_description: 'Authorization server requires nonce in DPoP proof' },
      headers: { 'dpop-nonce': nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' },
    };
  return calculateJwkThumbprint(header.jwk);
};

type Metadata = Readonly<{
  client_id: string;
  redirect_uris: readonly string[];
  scope: string;
  dpop_bound_access_tokens: boolean;
  token_endpoint_auth_method: string;
  jwks?: { keys: JWK[] };
  jwks_uri?: string;
}>;

/** The client document, fetched at its id; a confidential client proves itself with its key (RFC 7523). */
const clientOf = async ({ body, fetched, base }: Call): Promise<Metadata> => {
  const id = String(body['client_id']);
  const metadata = JSON.parse((await fetched(id)).bytes.toString('utf8')) as Metadata;
  must(metadata.client_id === id && metadata.dpop_bound_access_tokens, 'invalid_client_metadata');
  if (metadata.token_endpoint_auth_method === 'none') return metadata;
  must(metadata.token_endpoint_auth_method === 'private_key_jwt' && body['client_assertion'], 'invalid_client');
  const keys =
    metadata.jwks ?? (JSON.parse((await fetched(metadata.jwks_uri ?? '')).bytes.toString('utf8')) as { keys: JWK[] });
  const { payload } = await jwtVerify(String(body['client_assertion']), createLocalJWKSet(keys), {
    issuer: id,
    subject: id,
  });
  must(
    [payload.aud].flat().some((each) => each === 'https://bsky.social' || each === base(pds)),
    'invalid_client: aud',
  );
  return metadata;
};

const atServer =
  (act: (call: Call, thumbprint: string, metadata: Metadata) => Reply | Promise<Reply>): Behaviour =>
  async (call) => {
    const proof = await proven(call);
    if (typeof proof !== 'string') return proof;
    const reply = await act(call, proof, await clientOf(call));
    return { ...reply, headers: { ...reply.headers, 'dpop-nonce': nonce } };
  };

/** A call with a bound token. */
const bound =
  (act: Behaviour): Behaviour =>
  async (call) => {
    const proof = await proven(call, call.token);
    if (typeof proof !== 'string') return proof;
    must(call.world.codes.get(`key ${call.token}`)?.['thumbprint'] === proof, 'InvalidToken: the key is another', 401);
    return act(call);
  };

const granted = (world: World, account: string, thumbprint: string, scope: unknown): Reply => {
  const token = world.grant(account);
  const refresh = world.grant(account, 'refresh');
  for (const each of [token, refresh]) world.codes.set(`key ${each}`, { thumbprint, scope });
  return {
    json: { access_token: token, token_type: 'DPoP', refresh_token: refresh, expires_in: 3600, scope, sub: account },
  };
};

const cidOf = (id: string): string => `bafyrei${createHash('sha256').update(id).digest('hex').slice(0, 40)}`;
const postIn = (uri: string | undefined, world: World): LiveObject => {
  const object = world.get(uri);
  must(object, 'NotFound: Post not found', 400);
  return object;
};
const shape = (name: string): object => exampleOf({ $ref: `#/schemas/${name}` }, schemas) as object;

const viewOf = (world: World, object: LiveObject) => {
  const { username } = world.accounts.get(object.account) ?? { username: 'visitor.example' };
  const at = new Date(object.createdAt).toISOString();
  const reply = object.parent === undefined ? undefined : { uri: object.parent, cid: cidOf(object.parent) };
  return {
    ...shape('app.bsky.feed.defs#postView'),
    uri: object.id,
    cid: cidOf(object.id),
    indexedAt: at,
    author: { ...shape('app.bsky.actor.defs#profileViewBasic'), did: object.account, handle: username },
    record: {
      $type: 'app.bsky.feed.post',
      text: object.text,
      createdAt: at,
      ...(reply && { reply: { root: reply, parent: reply } }),
    },
    likeCount: 5,
    replyCount: 3,
    repostCount: 4,
    quoteCount: 2,
    bookmarkCount: 1,
  };
};

const threads = (world: World, parent: string): object[] =>
  world
    .of('comment')
    .filter((object) => object.parent === parent)
    .map((object) => ({
      $type: 'app.bsky.feed.defs#threadViewPost',
      post: viewOf(world, object),
      replies: threads(world, object.id),
    }));

type Image = Readonly<{ image: Readonly<{ ref: Readonly<{ $link: string }> }> }>;

const putRecord: Behaviour = bound(({ world, account, body }) => {
  must(body['repo'] === account.id, 'InvalidRequest: the repository is another’s');
  const record = body['record'] as Record<string, unknown>;
  const uri = `at://${account.id}/${String(body['collection'])}/${String(body['rkey'])}`;
  if (body['collection'] === 'app.bsky.feed.threadgate') {
    for (const hidden of record['hiddenReplies'] as string[]) postIn(hidden, world).more['isHidden'] = true;
    world.put({ id: uri, kind: 'container', account: account.id, more: record });
  } else {
    const words = String(record['text']);
    must(
      [...new Intl.Segmenter().segment(words)].length <= 300,
      'Invalid app.bsky.feed.post record: grapheme too big at $.record.text',
    );
    const images = ((record['embed'] as { images?: Image[] } | undefined)?.images ?? []).map(({ image }) => {
      const blob = world.get(image.ref.$link);
      must(blob, `InvalidRequest: Could not find blob: ${image.ref.$link}`);
      return blob.mediaBytes;
    });
    const reply = record['reply'] as
      | { root: { uri: string; cid: string }; parent: { uri: string; cid: string } }
      | undefined;
    for (const each of reply ? [reply.root, reply.parent] : [])
      must(postIn(each.uri, world) && each.cid === cidOf(each.uri), 'InvalidRequest: the parent has another cid');
    world.put({
      id: uri,
      kind: reply ? 'comment' : 'post',
      account: account.id,
      text: words,
      ...(reply && { parent: reply.parent.uri }),
      mediaBytes: images.reduce((sum, each) => sum + each, 0),
    });
  }
  return { json: { uri, cid: cidOf(uri), validationStatus: 'valid' } };
});

export const bluesky: LivePlatform = {
  contract,
  refusal: (status, message) => ({ status, json: { error: message.split(':')[0] ?? message, message } }),
  behaviours: {
    resource: () => ({ json: { resource: 'https://bsky.social', authorization_servers: ['https://bsky.social'] } }),
    server: () => ({
      json: {
        issuer: 'https://bsky.social',
        authorization_endpoint: 'https://bsky.social/oauth/authorize',
        token_endpoint: 'https://bsky.social/oauth/token',
        revocation_endpoint: 'https://bsky.social/oauth/revoke',
        pushed_authorization_request_endpoint: 'https://bsky.social/oauth/par',
        dpop_signing_alg_values_supported: ['ES256'],
        token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      },
    }),
    push: atServer(({ world, body }, thumbprint, metadata) => {
      must(
        metadata.redirect_uris.includes(String(body['redirect_uri'])),
        'invalid_request: the redirect address is unknown',
      );
      const unknown = String(body['scope'])
        .split(' ')
        .filter((each) => !metadata.scope.split(' ').includes(each));
      must(unknown.length === 0, `invalid_scope: ${unknown.join()}`);
      const request_uri = `urn:ietf:params:oauth:request_uri:${world.nextNumber()}`;
      world.codes.set(request_uri, { ...body, thumbprint });
      return { status: 201, json: { request_uri, expires_in: 300 } };
    }),
    consent: ({ world, query }) => {
      const asked = world.codes.get(String(query['request_uri']));
      must(asked && asked['client_id'] === query['client_id'], 'invalid_request');
      const did = `did:plc:zoe${world.nextNumber()}`;
      world.newAccount(did, `zoe${world.nextNumber()}.bsky.social`);
      const code = `code-${world.nextNumber()}`;
      world.codes.set(code, { ...asked, account: did });
      const back = new URL(String(asked['redirect_uri']));
      const { state } = asked as { state: string };
      back.search = new URLSearchParams({ code, state, iss: 'https://bsky.social' }).toString();
      return { status: 302, headers: { location: back.href } };
    },
    token: atServer(({ world, body }, thumbprint) => {
      const asked = world.codes.get(String(body['code']));
      must(
        asked && asked['redirect_uri'] === body['redirect_uri'] && asked['client_id'] === body['client_id'],
        'invalid_grant',
      );
      must(hash(String(body['code_verifier'])) === asked['code_challenge'], 'invalid_grant: the verifier is another');
      must(asked['thumbprint'] === thumbprint, 'invalid_dpop_proof: the key is another');
      world.codes.delete(String(body['code']));
      return granted(world, String(asked['account']), thumbprint, asked['scope']);
    }),
    refresh: atServer(({ world, body }, thumbprint) => {
      const old = String(body['refresh_token']);
      const known = world.tokens.get(old);
      const key = world.codes.get(`key ${old}`);
      must(known?.kind === 'refresh' && key?.['thumbprint'] === thumbprint, 'invalid_grant');
      world.tokens.delete(old);
      return granted(world, known.account, thumbprint, key['scope']);
    }),
    revoke: atServer(({ world, body }) => {
      world.tokens.delete(String(body['token']));
      return { json: {} };
    }),
    identity: ({ world, path }) => {
      const account = world.accounts.get(path['did'] ?? '');
      must(account, 'DID not registered', 404);
      return {
        json: {
          '@context': ['https://www.w3.org/ns/did/v1'],
          id: account.id,
          alsoKnownAs: [`at://${account.username}`],
          service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: 'https://bsky.social' }],
        },
      };
    },
    'com.atproto.repo.putRecord': putRecord,
    'com.atproto.repo.getRecord': ({ world, query }) => {
      const { repo, collection, rkey } = query as Record<string, string>;
      if (collection === 'app.bsky.actor.profile')
        return {
          json: {
            uri: `at://${repo}/${collection}/self`,
            cid: cidOf('profile'),
            value: { $type: collection, displayName: 'Zoe' },
          },
        };
      const uri = `at://${repo}/${collection}/${rkey}`;
      const object = world.get(uri);
      if (!object)
        return { status: 400, json: { error: 'RecordNotFound', message: `Could not locate record: ${uri}` } };
      const value = object.kind === 'container' ? object.more : viewOf(world, object).record;
      return { json: { uri, cid: cidOf(uri), value } };
    },
    'com.atproto.repo.deleteRecord': bound(({ world, account, body }) => {
      must(body['repo'] === account.id, 'InvalidRequest: the repository is another’s');
      const object = world.get(`at://${account.id}/${String(body['collection'])}/${String(body['rkey'])}`);
      if (object) object.isDeleted = true;
      return { json: {} };
    }),
    'com.atproto.repo.uploadBlob': bound(({ world, account, request }) => {
      const mimeType = request.headers['content-type'] ?? '';
      const { id } = world.put({
        id: `bafkrei${hash(request.bytes.toString('latin1'))
          .toLowerCase()
          .replace(/[^a-z0-9]/g, '')}`,
        kind: 'upload',
        account: account.id,
        mediaBytes: request.bytes.length,
      });
      return { json: { blob: { $type: 'blob', ref: { $link: id }, mimeType, size: request.bytes.length } } };
    }),
    'com.atproto.identity.resolveHandle': ({ world, query }) => {
      const account = [...world.accounts.values()].find(({ username }) => username === query['handle']);
      must(account, 'InvalidRequest: Unable to resolve handle');
      return { json: { did: account.id } };
    },
    'com.atproto.server.getSession': bound(({ account }) => ({
      json: { did: account.id, handle: account.username, active: true },
    })),
    'app.bsky.feed.getPosts': bound(({ world, query }) => ({
      json: {
        posts: ([query['uris']].flat() as string[]).flatMap((uri) =>
          world.get(uri) ? [viewOf(world, postIn(uri, world))] : [],
        ),
      },
    })),
    'app.bsky.feed.getPostThread': bound(({ world, query }) => {
      const post = postIn(String(query['uri']), world);
      const thread = {
        $type: 'app.bsky.feed.defs#threadViewPost',
        post: viewOf(world, post),
        replies: threads(world, post.id),
      };
      return { json: { thread } };
    }),
    'app.bsky.actor.getProfile': bound(({ account }) => ({
      json: {
        ...shape('app.bsky.actor.defs#profileViewDetailed'),
        did: account.id,
        handle: account.username,
        followersCount: 12,
        postsCount: 7,
      },
    })),
    'app.bsky.notification.listNotifications': bound(({ world, account }) => ({
      json: {
        notifications: world
          .of('comment')
          .filter(({ more }) => more['mentions'] === account.id)
          .map((object) => ({
            ...shape('app.bsky.notification.listNotifications#notification'),
            ...viewOf(world, object),
            reason: 'mention',
            isRead: false,
          })),
      },
    })),
    'chat.bsky.convo.getConvoForMembers': bound(({ query }) => ({
      json: {
        convo: { ...shape('chat.bsky.convo.defs#convoView'), id: `convo-${String([query['members']].flat()[0])}` },
      },
    })),
    'chat.bsky.convo.sendMessage': bound(({ world, account, body }) => {
      const { text: words } = body['message'] as { text: string };
      const { id } = world.put({ kind: 'message', account: account.id, text: words, parent: String(body['convoId']) });
      return { json: { ...shape('chat.bsky.convo.defs#messageView'), id, text: words } };
    }),
  },
};
