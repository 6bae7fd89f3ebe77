import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { cursorQuery, decodeCursor, encodeCursor } from '../kernel/page.ts';
import type { EventHistory } from './event-history.ts';
import { HistoryEntry, presentEvent } from './history-entry.ts';
import { isOf, resources, type Named, type Resource } from './resources.ts';

const Revision = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const historyOf = (resource: Resource, history: EventHistory) =>
  readEndpoint({
    method: 'GET',
    path: `${resource.path}/history`,
    id: resource.id,
    summary: `The history of ${resource.noun}: every event, oldest first, also after it was deleted`,
    description:
      'Sessions and keys with audit-logs:read see the addresses of requests and personal data; others see ' +
      '[masked]. [forgotten] replaces the data of a person whose key was destroyed. Digests of keys and ' +
      'addresses, and names in the vault, are never returned. Members, invitations and offers are in the ' +
      'history of their workspace.',
    ...(resource.params ? { params: resource.params } : {}),
    ...(resource.access ? { access: resource.access } : {}),
    query: z.object(cursorQuery),
    reply: z.object({ data: z.array(HistoryEntry), nextCursor: z.string().nullable(), hasMore: z.boolean() }),
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', ...(resource.require ? (['FORBIDDEN'] as const) : [])],
    run: async ({ params, query: { limit, cursor } }, context) => {
      resource.require?.(context);
      const { caller } = context;
      const named = params as Named;
      const from = decodeCursor(Revision, cursor) ?? 0;
      const { events, next, more } = await history.page(resource.stream(named, caller), from, limit);
      const ours = events.every((event) => isOf(resource, event, named, caller));
      const nothing = events.length === 0 && from === 0 && resource.alwaysThere !== true;
      if (!ours || nothing) throw notFound(resource.name);
      const data = events.map((event) => presentEvent(event, caller));
      return { body: { data, nextCursor: more ? encodeCursor(next) : null, hasMore: more } };
    },
  });

/** The histories of single resources, from the log itself. */
export const historyReads = (history: EventHistory): readonly ReadEndpoint[] =>
  resources.map((resource) => historyOf(resource, history));
