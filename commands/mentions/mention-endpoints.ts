import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { accountView } from '../../domain/accounts/account-view.ts';
import { foldView, requireView } from '../../domain/kernel/decider.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { mention } from '../../domain/mentions/mention.ts';
import {
  Mention,
  mentionView,
  presentMention,
  presentStoredMention,
  StoredMention,
} from '../../domain/mentions/mention-view.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';

const params = z.object({ id: Id });

const readMention = writeEndpoint({
  method: 'PATCH',
  path: '/v1/inbox/mentions/:id/read',
  id: 'readMention',
  summary: 'Mark a mention as read',
  description: 'Marking it again gives the same answer.',
  params,
  reply: Mention,
  errors: ['NOT_FOUND'],
  async run({ params: { id } }, { handle, load }) {
    const { events } = await handle(mention, id, { type: 'mark-read' });
    const view = requireView(mentionView, events);
    const of = await load(account, view.accountId);
    const shown = of && foldView(accountView, of.events);
    if (!shown) throw notFound('mention');
    return { body: presentMention(view, shown) };
  },
});

const hiding = (method: 'POST' | 'DELETE', id: string, hidden: boolean) =>
  writeEndpoint({
    method,
    path: '/v1/inbox/mentions/:id/hide',
    id,
    summary: hidden ? 'Hide a mention' : 'Show a hidden mention again',
    description: 'In this service only: nothing is sent to the platform. Doing it again changes nothing.',
    params,
    reply: z.object({ data: StoredMention }),
    errors: ['NOT_FOUND'],
    idempotent: method === 'POST',
    async run({ params: { id: mentionId } }, { handle }) {
      const { events } = await handle(mention, mentionId, { type: 'mark-hidden', hidden });
      return { body: { data: presentStoredMention(requireView(mentionView, events)) } };
    },
  });

/** The write endpoints of mentions. */
export const mentionEndpoints: readonly WriteEndpoint[] = [
  readMention,
  hiding('POST', 'hideMention', true),
  hiding('DELETE', 'unhideMention', false),
];
