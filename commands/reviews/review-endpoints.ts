import { z } from 'zod';
import { account } from '../../domain/accounts/account.ts';
import { accountView } from '../../domain/accounts/account-view.ts';
import { foldView, requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import { review, type KnownReview } from '../../domain/reviews/review.ts';
import type { ReviewEvent } from '../../domain/reviews/review-events.ts';
import { presentReview, Review, reviewView } from '../../domain/reviews/review-view.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { asking } from '../accounts/platform-failure.ts';
import { writeEndpoint, type WriteContext, type WriteEndpoint } from '../kernel/endpoint.ts';

export type ReviewActions = Readonly<{
  /** Sets the reply of a review on its platform. Throws only `PlatformError`. */
  reply(
    review: Pick<KnownReview, 'accountId' | 'platformReviewId'>,
    text: string,
    scope: Readonly<{ workspaceId: string; mode: Mode }>,
  ): Promise<void>;
}>;

const params = z.object({ id: Id });
const Answer = z.object({ data: Review });

const answered = async (events: readonly Recorded<ReviewEvent>[], { load }: WriteContext) => {
  const view = requireView(reviewView, events);
  const of = await load(account, view.accountId);
  const connected = of && foldView(accountView, of.events);
  if (!connected) throw notFound('review');
  return { body: { data: presentReview(view, connected) } };
};

const readReview = writeEndpoint({
  method: 'PATCH',
  path: '/v1/inbox/reviews/:id/read',
  id: 'readReview',
  summary: 'Mark a review as read',
  description: 'Marking it again gives the same answer.',
  params,
  reply: Answer,
  errors: ['NOT_FOUND'],
  run: async ({ params: { id } }, context) =>
    answered((await context.handle(review, id, { type: 'mark-read' })).events, context),
});

/** The platform keeps one reply a review: where the answer was lost, sending it again changes nothing. */
const insistently = async (call: () => Promise<void>): Promise<void> => {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'unknown') throw error;
    await call();
  }
};

const replyToReview = ({ reply }: ReviewActions) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/inbox/reviews/:id/reply',
    id: 'replyToReview',
    summary: 'Reply to a review on its platform',
    description:
      'A review has one reply: a further one replaces it. The intent is recorded before the call and the outcome after ' +
      'it. A reply whose answer was lost is set once again, which the platform takes as the same. A reply that the ' +
      'platform rejects, and an account that has to be connected again, are 400 VALIDATION_ERROR.',
    params,
    body: z.object({ comment: z.string().trim().min(1).max(4_096) }),
    reply: Answer,
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
    idempotent: true,
    async run({ params: { id }, body: { comment: content } }, context) {
      const { workspaceId, mode } = context.caller;
      const { state } = await context.handle(review, id, { type: 'start-reply', content }, { step: 'start' });
      if (state.kind !== 'existing') throw notFound('review');
      try {
        await asking('VALIDATION_ERROR', 'The reply was not taken', () =>
          insistently(() => reply(state, content, { workspaceId, mode })),
        );
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const failed = { type: 'note-reply-failed', code: 'PUBLISH_ERROR', message } as const;
        await context.handle(review, id, failed, { step: 'failed' });
        throw error;
      }
      const { events } = await context.handle(review, id, { type: 'note-replied', content }, { step: 'replied' });
      return answered(events, context);
    },
  });

/** The write endpoints of reviews. */
export const reviewEndpoints = (actions: ReviewActions): readonly WriteEndpoint[] => [
  readReview,
  replyToReview(actions),
];
