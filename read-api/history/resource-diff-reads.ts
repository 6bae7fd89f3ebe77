import { z } from 'zod';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { differences } from '../../domain/kernel/differences.ts';
import { MomentText } from '../kernel/as-of.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { bodyAt } from '../kernel/answer-at.ts';
import type { EventHistory } from './event-history.ts';
import { HistoryEntry, presentEvent } from './history-entry.ts';
import { isOf, resources, type Named, type Resource } from './resources.ts';

/** Events listed between two moments; the history has the others, a page at a time. */
const maxEvents = 100;

const Difference = z
  .object({
    at: z.string().meta({ description: 'A JSON pointer (RFC 6901) into the answer; empty for the whole' }),
    kind: z.enum(['added', 'removed', 'changed']),
    old: z.unknown().optional(),
    new: z.unknown().optional(),
  })
  .meta({ id: 'Difference' });

/**
 * The difference between two answers of `?asOf=`, and the events of the resource after the first
 * moment up to the second.
 */
const diffOf = (resource: Resource, view: ReadEndpoint, history: EventHistory) =>
  readEndpoint({
    method: 'GET',
    path: `${resource.path}/diff`,
    id: resource.id.replace(/History$/, 'Diff'),
    summary: `How ${resource.noun} differs between two moments, field by field, and what happened between them`,
    description:
      'Two answers of `?asOf=` are compared. Changes are JSON pointers; items of lists are compared by their place. ' +
      `At most ${maxEvents} events between the two moments are listed.`,
    ...(resource.params ? { params: resource.params } : {}),
    ...(view.access ? { access: view.access } : {}),
    ...(view.past?.reads ? { reads: view.past.reads } : {}),
    query: z.object({
      from: MomentText,
      to: MomentText.optional().meta({ description: 'By default now' }),
    }),
    reply: z.object({
      data: z.object({
        changes: z.array(Difference),
        events: z.array(HistoryEntry),
        hasMoreEvents: z.boolean().meta({ description: `More than ${maxEvents} events happened: the history has all` }),
      }),
    }),
    errors: ['VALIDATION_ERROR', 'NOT_FOUND', ...(view.errors?.includes('FORBIDDEN') ? (['FORBIDDEN'] as const) : [])],
    run: async ({ params, query, header }, context) => {
      const { past, now, caller } = context;
      const named = params as Named;
      const from = query.from;
      const to = query.to ?? { kind: 'position' as const, commit: await past.head() };
      await past.requireReached(from, now, 'from');
      await past.requireReached(to, now, 'to');
      const asked = { params, query: {}, body: {}, header };
      const [before, after] = await Promise.all([from, to].map((moment) => bodyAt(view, asked, context, moment)));
      if (before === undefined && after === undefined) throw notFound(resource.name);
      const stream = resource.stream(named, caller);
      const [first, end] = await Promise.all([past.lengthOf(stream, from), past.lengthOf(stream, to)]);
      if (first > end) throw new Refused('VALIDATION_ERROR', 'from: is after to', { field: 'from' });
      const count = Math.min(end - first, maxEvents);
      const { events } = count === 0 ? { events: [] } : await history.page(stream, first, count);
      const ours = events.filter((event) => isOf(resource, event, named, caller));
      return {
        body: {
          data: {
            changes: differences(before, after),
            events: ours.map((event) => presentEvent(event, caller)),
            hasMoreEvents: end - first > count,
          },
        },
      };
    },
  });

/** The diff of every resource whose GET answers `?asOf=`. */
export const resourceDiffs = (history: EventHistory, reads: readonly ReadEndpoint[]): readonly ReadEndpoint[] =>
  resources.flatMap((resource) => {
    const view = reads.find(({ method, path, past }) => method === 'GET' && path === resource.path && past);
    return view ? [diffOf(resource, view, history)] : [];
  });
