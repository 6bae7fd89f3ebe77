import { z } from 'zod';
import { jsonBody, jsonReply, objectOf } from '../body.ts';
import type { Route, SandboxCall } from '../platform.ts';
import type { SandboxAccount, SandboxSecret } from '../store.ts';
import { error, invalid } from './answers.ts';
import { newTid, recordCid } from './ids.ts';
import { Facet, graphemes } from './lexicon.ts';
import { asUser } from './session.ts';

const chatService = 'did:web:api.bsky.chat#bsky_chat';

/**
 * Why a PDS does not proxy a call to the chat service, in its own words (observed in its source).
 */
const notPassedOn = (
  { request, url }: SandboxCall,
  account: SandboxAccount,
  secret: SandboxSecret,
): Response | undefined => {
  const method = url.pathname.split('/').at(-1) ?? '';
  const proxy = request.headers.get('atproto-proxy');
  if (proxy === null) return invalid(`No service configured for ${method}`);
  if (proxy !== chatService) return invalid('could not resolve proxy did service url');
  const { scope } = secret.data;
  if (typeof scope === 'string')
    return scope.split(' ').includes('transition:chat.bsky')
      ? undefined
      : error(403, 'ScopeMissingError', `Missing required scope "rpc:${method}?aud=${chatService}"`);
  return account.data['messages'] === false ? error(400, 'InvalidToken', 'Bad token method') : undefined;
};

const asMember = (
  call: SandboxCall,
  operation: 'list' | 'message',
  act: (account: SandboxAccount) => Promise<Response>,
): Promise<Response> =>
  asUser(call, operation, async (account, secret) => notPassedOn(call, account, secret) ?? act(account));

const Did = z.string().regex(/^did:[a-z]+:[\w.:%-]+$/);

/** Two people always share one conversation. */
const conversationOf = (account: SandboxAccount, other: string): string =>
  recordCid([account.nativeId, other].sort()).slice(-13);

const conversation = (call: SandboxCall): Promise<Response> =>
  asMember(call, 'list', async (account) => {
    const others = call.url.searchParams.getAll('members').filter((member) => member !== account.nativeId);
    const [other] = others;
    if (other === undefined || others.length > 1 || !Did.safeParse(other).success)
      return invalid('Error: members must be did');
    const id = conversationOf(account, other);
    await call.world.store.putRecord('BLUESKY', 'conversation', `${account.nativeId} ${id}`, { other });
    const members = [{ did: account.nativeId, handle: account.username }, { did: other }];
    return jsonReply(200, { convo: { id, rev: id, members, muted: false, unreadCount: 0, status: 'accepted' } });
  });

const Message = z.strictObject({
  convoId: z.string(),
  message: z.strictObject({ text: z.string(), facets: z.array(Facet).optional() }),
});

/** chat.bsky.convo.defs#messageInput. */
const maxMessage = { graphemes: 1000, bytes: 10_000 };

const send = (call: SandboxCall): Promise<Response> =>
  asMember(call, 'message', async (account) => {
    const { world } = call;
    const request = objectOf(await jsonBody(call.request).catch(() => undefined));
    const body = Message.safeParse(request);
    if (!body.success) return invalid(`Input/${body.error.issues[0]?.path.join('/') ?? ''} is invalid`);
    const { convoId, message } = body.data;
    const { text, facets } = message;
    if (graphemes(text) > maxMessage.graphemes || Buffer.byteLength(text, 'utf8') > maxMessage.bytes)
      return invalid('Input/message/text must not be longer than 1000 graphemes');
    const held = await world.store.record('BLUESKY', 'conversation', `${account.nativeId} ${convoId}`);
    if (!held) return error(400, 'InvalidConvo', 'Convo not found');
    const id = await newTid(world);
    await world.store.insertObject({
      platform: 'BLUESKY',
      nativeId: id,
      accountNativeId: account.nativeId,
      kind: 'message',
      direction: 'made',
      parentNativeId: null,
      text,
      media: [],
      request: request ?? null,
      createdAt: world.now().toISOString(),
      deletedAt: null,
      data: { recipient: held['other'] ?? null },
    });
    const sentAt = world.now().toISOString();
    return jsonReply(200, { id, rev: id, text, ...(facets && { facets }), sender: { did: account.nativeId }, sentAt });
  });

export const chatRoutes: readonly Route[] = [
  { method: 'GET', path: '/xrpc/chat.bsky.convo.getConvoForMembers', run: conversation },
  { method: 'POST', path: '/xrpc/chat.bsky.convo.sendMessage', run: send },
];
