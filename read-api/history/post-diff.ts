import { z } from 'zod';
import { Id, type Asked } from '../../commands/kernel/endpoint.ts';
import { differences, type Json } from '../../domain/kernel/differences.ts';
import { MomentText, type Moment } from '../../domain/kernel/moment.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { post } from '../../domain/posts/post.ts';
import { readEndpoint, type ReadContext } from '../kernel/endpoint.ts';
import { answerAt } from '../kernel/answer-at.ts';
import { getPost } from '../posts/posts.ts';
import type { EventHistory } from './event-history.ts';
import { HistoryEntry, presentEvent } from './history-entry.ts';

/** Events shown between two moments; what lies further is in the history, a page at a time. */
const mostEvents = 100;

const Difference = z
  .object({
    at: z.string().meta({ description: 'A JSON pointer (RFC 6901) into the answer; empty for the whole' }),
    kind: z.enum(['added', 'removed', 'changed']),
    old: z.unknown().optional(),
    new: z.unknown().optional(),
  })
  .meta({ id: 'Difference' });

type Question = Asked<{ id: string }, unknown, unknown>;

/** What GET of the post answered at a moment, as it travelled; undefined where it answered that there is none. */
const toldAt = async (asked: Question, context: ReadContext, moment: Moment): Promise<Json | undefined> => {
  try {
    const { body } = await answerAt(getPost, asked, context, moment);
    return JSON.parse(JSON.stringify(body)) as Json;
  } catch (error) {
    if (error instanceof Refused && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
};

/** GET /v1/posts/:id/diff: two answers of `?asOf=` held against each other, and what happened after the first until the second. */
export const postDiff = (history: EventHistory) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/posts/:id/diff',
    id: 'getPostDiff',
    summary: 'How a post differs between two moments, field by field, and what happened between them',
    params: z.object({ id: Id }),
    query: z.object({
      from: MomentText,
      to: MomentText.optional().meta({ description: 'Now, unless a moment is given' }),
    }),
    reply: z.object({
      data: z.object({
        changes: z.array(Difference),
        events: z.array(HistoryEntry),
        hasMoreEvents: z.boolean().meta({ description: `More than ${mostEvents} happened: the history has all` }),
      }),
    }),
    refuses: ['VALIDATION_ERROR', 'NOT_FOUND'],
    run: async ({ params, query, header }, context) => {
      const { past, now, caller } = context;
      const from = query.from;
      const to = query.to ?? { kind: 'position' as const, commit: await past.head() };
      await past.requireReached(from, now, 'from');
      await past.requireReached(to, now, 'to');
      const asked = { params, query: {}, body: {}, header };
      const [before, after] = await Promise.all([toldAt(asked, context, from), toldAt(asked, context, to)]);
      if (before === undefined && after === undefined) throw notFound('Post');
      const stream = `${post.category}-${params.id}`;
      const [first, end] = await Promise.all([past.lengthOf(stream, from), past.lengthOf(stream, to)]);
      if (first > end) throw new Refused('VALIDATION_ERROR', 'from: lies after to', { field: 'from' });
      const count = Math.min(end - first, mostEvents);
      const { events } = count === 0 ? { events: [] } : await history.page(stream, first, count);
      return {
        body: {
          data: {
            changes: differences(before, after),
            events: events.map((event) => presentEvent(event, caller)),
            hasMoreEvents: end - first > count,
          },
        },
      };
    },
  });
