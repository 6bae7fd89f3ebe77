import { z } from 'zod';
import { comment } from '../../domain/comments/comment.ts';
import { onPlatform } from '../../domain/comments/comment-on-platform.ts';
import { commentView, presentStored, StoredComment } from '../../domain/comments/comment-view.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { asking } from '../accounts/platform-failure.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import type { CommentActions } from './ports.ts';

/** A comment that can still be read, with its events. */
export const loadComment = async (id: string, { load }: Pick<WriteContext, 'load'>) => {
  const loaded = await load(comment, id);
  if (loaded?.state.kind !== 'existing') throw notFound('comment');
  return { state: loaded.state, events: loaded.events };
};

const hiding = (
  method: 'POST' | 'DELETE',
  id: string,
  { hidden }: Readonly<{ hidden: boolean }>,
  actions: CommentActions,
) =>
  writeEndpoint({
    method,
    path: '/v1/inbox/comments/:id/hide',
    id,
    summary: hidden ? 'Hide a comment' : 'Show a hidden comment again',
    description:
      'Threads hides comments for applications, so there the comment is hidden on the platform first, nested replies ' +
      'included, and `platformSynced` is true. A platform that rejects it is 400 VALIDATION_ERROR and nothing ' +
      'changes. Elsewhere the comment is hidden in this service only. Doing it again gives the same answer and does not ' +
      'change `hiddenAt`.',
    params: z.object({ id: Id }),
    reply: z.object({
      data: StoredComment,
      platformSynced: z.boolean().meta({ description: 'Whether it was also applied on the platform' }),
    }),
    errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'SERVICE_UNAVAILABLE'],
    idempotent: method === 'POST',
    async run({ params }, context) {
      const { state } = await loadComment(params.id, context);
      const { workspaceId, mode } = context.caller;
      const platformSynced = actions.hides(state.platform, mode);
      if (platformSynced)
        await asking('VALIDATION_ERROR', `${state.platform} did not ${hidden ? 'hide' : 'show'} the comment`, () =>
          actions.hide(onPlatform(state), { hidden }, { workspaceId, mode }),
        );
      const { events } = await context.handle(comment, params.id, { type: 'mark-hidden', hidden, platformSynced });
      return { body: { data: presentStored(requireView(commentView, events)), platformSynced } };
    },
  });

/** POST and DELETE /v1/inbox/comments/:id/hide. */
export const hideComment = (actions: CommentActions): readonly WriteEndpoint[] => [
  hiding('POST', 'hideComment', { hidden: true }, actions),
  hiding('DELETE', 'unhideComment', { hidden: false }, actions),
];
