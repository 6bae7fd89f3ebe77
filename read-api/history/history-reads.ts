import { z } from 'zod';
import { Id, type AnyEndpoint } from '../../commands/kernel/endpoint.ts';
import { account } from '../../domain/accounts/account.ts';
import { catalogue } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import { cursorQuery, decodeCursor, encodeCursor } from '../kernel/page.ts';
import type { EventHistory } from './event-history.ts';

const HistoryEntry = z
  .object({
    id: z.string(),
    type: z.string(),
    description: z.string(),
    occurredAt: z.string(),
    revision: z.int().meta({ description: 'Its place in the history of this resource, from 0' }),
    position: z.string().meta({ description: 'Its place in the whole log' }),
    actor: z.object({
      kind: z.enum(['user', 'api_key', 'process', 'system']),
      id: z.string(),
      keyId: z.string().nullable(),
    }),
    correlationId: z.string(),
    causationId: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'HistoryEntry' });

/** The request's address is not told here: that takes the right to read audit logs. */
const present = ({ id, type, data, revision, position, meta }: Recorded): z.input<typeof HistoryEntry> => ({
  id,
  type,
  description: catalogue.definitions.get(type)?.says ?? type,
  occurredAt: meta.occurredAt,
  revision,
  position: position.commit.toString(),
  actor: { kind: meta.actor.kind, id: meta.actor.id, keyId: meta.actor.keyId ?? null },
  correlationId: meta.$correlationId,
  causationId: meta.$causationId,
  data: data as Record<string, unknown>,
});

const Revision = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

type Resource = Readonly<{ path: string; id: string; noun: string; category: string }>;

const historyOf = ({ path, id, noun, category }: Resource, history: EventHistory) =>
  readEndpoint({
    method: 'GET',
    path,
    id,
    summary: `Everything that ever happened to ${noun}, oldest first, also after it was deleted`,
    params: z.object({ id: Id }),
    query: z.object(cursorQuery),
    reply: z.object({ data: z.array(HistoryEntry), nextCursor: z.string().nullable(), hasMore: z.boolean() }),
    refuses: ['VALIDATION_ERROR', 'NOT_FOUND'],
    run: async ({ params, query: { limit, cursor } }, { caller }) => {
      const from = decodeCursor(Revision, cursor) ?? 0;
      const { events, next, more } = await history.page(`${category}-${params.id}`, from, limit);
      const foreign = events.some(({ meta }) => meta.workspaceId !== caller.workspaceId);
      if (foreign || (events.length === 0 && from === 0)) throw notFound(category === 'post' ? 'Post' : 'Account');
      return { body: { data: events.map(present), nextCursor: more ? encodeCursor(next) : null, hasMore: more } };
    },
  });

/** The histories of single resources, from the log itself. */
export const historyReads = (history: EventHistory): readonly AnyEndpoint<ReadContext>[] => [
  historyOf({ path: '/v1/posts/:id/history', id: 'getPostHistory', noun: 'a post', category: post.category }, history),
  historyOf(
    { path: '/v1/accounts/:id/history', id: 'getAccountHistory', noun: 'an account', category: account.category },
    history,
  ),
];
