import { z } from 'zod';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { streamOf } from '../../domain/streams.ts';
import type { Caller } from '../contract/caller.ts';
import { featureGate } from '../contract/feature-gate.ts';
import { Id } from '../contract/fields.ts';
import type { EventHistory } from '../history/event-history.ts';
import { HistoryEntry, presentEvent } from '../history/history-entry.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { cursorQuery, decodeCursor, encodeCursor } from '../kernel/page.ts';
import { isKeyOf } from '../../domain/kernel/keys-of.ts';

type Kind = 'step' | 'publish_result' | 'status_change';

/** The events of a post that its approval history shows; the others are records of the publishing engine. */
const kinds: Partial<Record<PostEvent['type'], Kind>> = {
  PostApprovalStarted: 'step',
  PostStepApproved: 'step',
  PostStepRejected: 'step',
  PostApproved: 'status_change',
  PostApprovalVoided: 'status_change',
  PostApprovalWithdrawn: 'status_change',
  PostHeldForApproval: 'status_change',
  PostCreated: 'status_change',
  PostScheduled: 'status_change',
  PostUnscheduled: 'status_change',
  PostCancelled: 'status_change',
  PostDeleted: 'status_change',
  PostArchived: 'status_change',
  PostPaymentPaused: 'status_change',
  PostPaymentResumed: 'status_change',
  PostPublishingStarted: 'status_change',
  PostUnpublishCompleted: 'status_change',
  DestinationPublished: 'publish_result',
  DestinationFailed: 'publish_result',
  DestinationSkipped: 'publish_result',
  PostPublishingCompleted: 'publish_result',
};

const kindOf = ({ type }: Recorded): Kind | undefined => (isKeyOf(kinds, type) ? kinds[type] : undefined);

const Entry = HistoryEntry.extend({ kind: z.enum(['step', 'publish_result', 'status_change']) }).meta({
  id: 'ApprovalHistoryEntry',
});

const present = (event: Recorded, caller: Caller) => {
  const kind = kindOf(event);
  return kind ? [{ ...presentEvent(event, caller), kind }] : [];
};

const Revision = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
/** The events that one request reads: a post has far fewer. */
const maxEvents = 2000;
const eventsPerRead = 200;

/** GET /v1/posts/:id/approval-history, from the log itself. */
export const approvalHistory = (history: EventHistory): ReadEndpoint =>
  readEndpoint({
    method: 'GET',
    path: '/v1/posts/:id/approval-history',
    id: 'getApprovalHistory',
    summary: 'The steps, publish results and status changes of a post, oldest first',
    description:
      'Each entry is an event of the post with its `kind`: step (approvals that began, and decisions), ' +
      'publish_result or status_change. Also after the post was deleted.',
    params: z.object({ id: Id }),
    query: z.object({ cursor: cursorQuery.cursor }),
    reply: z.object({ data: z.array(Entry), nextCursor: z.string().nullable(), hasMore: z.boolean() }),
    gate: featureGate('approvals'),
    errors: ['VALIDATION_ERROR', 'PLAN_REQUIRED', 'NOT_FOUND'],
    run: async ({ params: { id }, query: { cursor } }, { caller }) => {
      const from = decodeCursor(Revision, cursor) ?? 0;
      const data: z.input<typeof Entry>[] = [];
      let [next, more] = [from, true];
      while (more && next < from + maxEvents) {
        const page = await history.page(streamOf('post', id), next, eventsPerRead);
        const ours = page.events.every(({ meta }) => meta.workspaceId === caller.workspaceId);
        if (!ours || (page.events.length === 0 && next === 0)) throw notFound('Post');
        data.push(...page.events.flatMap((event) => present(event, caller)));
        ({ next, more } = page);
      }
      return { body: { data, nextCursor: more ? encodeCursor(next) : null, hasMore: more } };
    },
  });
