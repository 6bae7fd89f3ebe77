import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { exampleEvent } from './example-event.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { catalogue, emittersOf } from '../../domain/events.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { positionIn } from '../../domain/kernel/position.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { EventStream } from './event-stream.ts';

const maxNames = 100;

/** `a,b,c` as a set. */
const names = (says: string) =>
  z
    .string()
    .max(4_000)
    .transform((text) => new Set(text.split(',').map((name) => name.trim())))
    .refine((set) => set.size <= maxNames && !set.has(''), `takes 1 to ${maxNames} names, separated by commas`)
    .optional()
    .meta({ override: { type: 'string' }, description: says });

const categories: ReadonlySet<string> = new Set([...emittersOf.values()].flat());

/** Names that all exist: a listener for an unknown name would wait in silence. */
const knownNames = (says: string, kind: string, known: ReadonlySet<string>, listedIn: string) =>
  names(says).superRefine((set, context) => {
    const unknown = [...(set ?? [])].filter((name) => !known.has(name));
    if (unknown.length === 0) return;
    const message = `${unknown.join(', ')}: no such ${kind}. ${listedIn}`;
    context.addIssue({ code: 'custom', message });
  });

/** The filters of a workspace's events. */
export const eventFilter = {
  type: knownNames(
    'Event types, separated by commas',
    'event type',
    new Set(catalogue.definitions.keys()),
    'GET /v1/events/catalogue lists all of them',
  ),
  category: knownNames(
    'Categories of streams (post, account …), separated by commas',
    'category',
    categories,
    `There are ${[...categories].sort().join(', ')}`,
  ),
  aggregateId: names('Ids of posts, accounts and so on, separated by commas'),
};

/** A position in the form of `X-Position` and of the stream's ids, or VALIDATION_ERROR. */
export const positionAsked = (text: string, field: string): Position => {
  const position = positionIn(text);
  if (!position) throw new Refused('VALIDATION_ERROR', `${field}: not a position`, { field });
  return position;
};

/** The events of a workspace as they happen. */
export const streamReads = (stream: EventStream): readonly ReadEndpoint[] => [
  readEndpoint({
    method: 'GET',
    path: '/v1/events/stream',
    id: 'streamEvents',
    summary: 'The events of the workspace as they happen, as server-sent events; resumed by Last-Event-ID or ?after=',
    description: bulleted(
      "A stream of the workspace's events. It begins now, with `after=start` at the first event, with `after=POSITION` after one, and with Last-Event-ID after the last one received.",
      [
        'Unknown types and categories are 400.',
        'Personal fields and the address of the request are always left out.',
        'The stream ends after 15 minutes, so that a revoked key does not listen on. Clients resume it by its last id.',
        'A slow listener reads from the log at its own pace. A listener that reads nothing for a minute is disconnected.',
        '429 RATE_LIMITED: the process has 1,000 listeners, or the workspace has 250, or the workspace has as many listeners as places are free.',
      ],
    ),
    query: z.object({
      ...eventFilter,
      after: z
        .string()
        .max(64)
        .optional()
        .meta({ description: '`start`, or a position (X-Position, the id of an event). By default from now on' }),
    }),
    streams: ['text/event-stream'],
    streamExample: `id: ${exampleEvent.position}\nevent: ${exampleEvent.type}\ndata: ${JSON.stringify(exampleEvent)}\n\n`,
    status: 200,
    errors: ['VALIDATION_ERROR', 'RATE_LIMITED'],
    run: async ({ query: { type, category, aggregateId, after }, header }, { caller }) => {
      const resumed = header('last-event-id');
      const field = resumed === undefined ? 'after' : 'Last-Event-ID';
      const asked = resumed ?? after ?? 'now';
      const from = asked === 'start' || asked === 'now' ? asked : positionAsked(asked, field);
      const filter = {
        workspaceId: caller.workspaceId,
        types: type,
        categories: category,
        aggregateIds: aggregateId,
      };
      return { stream: (signal) => stream.listen(filter, from, signal) };
    },
  }),
];
