import { z } from 'zod';
import type { Community } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { shaped } from '../shape.ts';
import { blueskyApi } from './api.ts';
import { facetsOf } from './facets.ts';

/** The service that keeps the conversations, which the account's server passes calls on to (atproto.com: service proxying). */
const proxied = { 'atproto-proxy': 'did:web:api.bsky.chat#bsky_chat' };

const Conversation = z.object({ convo: z.object({ id: z.string() }) });
const Sent = z.object({ id: z.string() });

/**
 * Direct messages of Bluesky (lexicons chat.bsky.convo.*), to a person identified by their DID. The
 * app password must allow them, or the consent have the scope `transition:chat.bsky`; else the
 * server refuses the call and the account is unchanged.
 *
 * A message has no key of the sender, and two may have the same text, so a repeat looks like a
 * second message: the key is not used, and after a lost answer (`unknown`) a caller must not send
 * again automatically.
 */
export const blueskyMessage = (tools: PlatformTools): NonNullable<Community['message']> => {
  const api = blueskyApi(tools);
  return async ({ recipientNativeId, text }, context) => {
    // Gets or begins the conversation. An empty one is invisible, so an unanswered call does no harm.
    const found = await api.call(
      {
        method: 'GET',
        nsid: 'chat.bsky.convo.getConvoForMembers',
        query: { members: recipientNativeId },
        headers: proxied,
        effect: 'step',
      },
      context,
    );
    const facets = await facetsOf(text, async () => undefined);
    const json = {
      convoId: shaped(Conversation, found, 'step').convo.id,
      message: { text, ...(facets.length > 0 && { facets }) },
    };
    const reply = await api.call(
      { method: 'POST', nsid: 'chat.bsky.convo.sendMessage', json, headers: proxied, effect: 'send' },
      context,
    );
    return { nativeId: shaped(Sent, reply, 'send').id, kind: 'message' };
  };
};
