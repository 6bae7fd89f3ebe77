import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { foldView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { post } from '../../domain/posts/post.ts';
import { postView } from '../../domain/posts/view.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { scheduleOf } from './create-post.ts';
import { requireAllowedPlatforms, approvalGate } from './workspace-rules.ts';
import { destinationsFor, contentFrom } from './post-content.ts';
import { EditPostRequest, namedAsSent } from './post-request.ts';
import { PostReply } from '../../read-api/contract/post.ts';
import type { PostPorts } from './ports.ts';
import { loadPost, present, presentAgain, presentWithVerdict } from './present.ts';
import { claimSchedule } from './schedule-claims.ts';
import { success, Success } from '../../read-api/contract/success.ts';
import { defined } from '../../domain/kernel/defined.ts';

const Named = z.object({ id: Id });

/** Refuses an edit when the post has another version than the caller saw. */
export const sameVersion = (version: string | undefined) => (history: readonly Recorded<PostEvent>[]) => {
  if (version === undefined) return;
  const current = foldView(postView, history)?.updatedAt;
  if (current === undefined || Date.parse(current) === Date.parse(version)) return;
  throw new Refused('CONFLICT', 'The post has changed since; fetch it and use its new updatedAt', {
    reason: 'version',
    version: current,
  });
};

/** Edits a post, and answers with it and the verdict on it. */
export const editRequested = async (id: string, body: EditPostRequest, context: WriteContext, ports: PostPorts) => {
  const { state: before, view, events: history } = await loadPost(id, context);
  // A batch that is sent again: the edit is stored, and what it needed may be gone by now.
  if (history.some(({ meta }) => meta.$causationId === context.commandId))
    return { body: await presentAgain(history, context, ports) };
  const { content, destinations: known } = view.post;
  const changes = await contentFrom(body, content, context, ports);
  const accountIds = body.accountIds ?? known.map(({ accountId }) => accountId);
  const accounts = await ports.directory.accounts(accountIds, context);
  const destinations =
    (body.accountIds ?? body.platforms) &&
    destinationsFor({ accountIds, platforms: body.platforms }, accounts, known, (name) => context.newId(name));
  if (destinations) await requireAllowedPlatforms(destinations, context);
  const scheduledFor = await scheduleOf(body, context, ports);
  const command = {
    type: 'edit',
    changes,
    accounts,
    ...(destinations ? { destinations } : {}),
    ...defined({ scheduledFor }),
    saveAsDraft: body.saveAsDraft === true,
    gate: await approvalGate(context),
    now: context.now,
  } as const;
  const guard = sameVersion(body.version);
  const preview = await context.preview(post, id, command, { guard });
  const queued = body.queue === true;
  const claimed = await claimSchedule({ postId: id, before, planned: preview.state, queued }, context, ports);
  const claimedCommand = queued && claimed !== undefined ? { ...command, scheduledFor: claimed } : command;
  const { events } = await context.handle(post, id, claimedCommand, { guard, preview });
  return { body: presentWithVerdict(events, accounts, context, ports) };
};

const editPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/posts/:id',
    id: 'updatePost',
    summary: 'Edit a draft or scheduled post; only the fields sent change',
    description: bulleted('Changes a post. `validation` warns as in createPost.', [
      '`scheduledFor` schedules a draft, also one with a time from saveAsDraft. `null` removes the time. With `saveAsDraft` a draft gets the time without being scheduled.',
      '`overrides` and `platformMetadata` are merged by platform and field. An inner `null` removes the field or the platform, an outer `null` removes all.',
      '`media`, `threadItems` and `metadata` are replaced. `null` removes them.',
      '`updatedAt` is the version token. It grows with every visible change, by at least a millisecond.',
      'A change of the content, media, destinations or time of an approved scheduled post voids its approval. The post becomes a draft with its time, and `approval.changed` names the changes.',
      '409 CONFLICT, `details.reason` approval_required: the workspace requires approval, and the change would schedule an unapproved post.',
    ]),
    params: Named,
    body: EditPostRequest,
    reply: PostReply,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'PLATFORM_RESTRICTED', 'NOT_FOUND', 'CONFLICT'],
    run: ({ params, body }, context) => namedAsSent(body, () => editRequested(params.id, body, context, ports)),
  });

const deletePost = writeEndpoint({
  method: 'DELETE',
  path: '/v1/posts/:id',
  id: 'deletePost',
  summary: 'Delete a post that is neither published nor being sent',
  description:
    'A post that is publishing is 409, except while each of its open destinations waits for a later time: for a retry ' +
    'of its own or a requested one, or for the posting ceiling of its platform. Those are not sent any more. ' +
    'A partial post whose copies are being removed is 409 until the removal has ended. A pending first ' +
    'comment ends as failed.',
  params: Named,
  reply: Success,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ params }, context) => {
    await loadPost(params.id, context);
    await context.handle(post, params.id, { type: 'delete', now: context.now });
    return { body: success };
  },
});

const cancelPost = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/:id/cancel',
  id: 'cancelPost',
  summary: 'Cancel a post that is not being sent',
  description:
    'A publishing post is cancelled too while each of its open destinations waits for a later time (`nextAttemptAt`): for ' +
    'a retry of its own or a requested one, or for the posting ceiling of its platform. They end as failed with ' +
    'PUBLISH_ERROR. Where a copy is live the post becomes `partial`, otherwise `cancelled`, and post.failed or ' +
    'post.published tell the end of the run. While something is being sent it is 409. A cancelled post is 409 for another ' +
    'request. The same Idempotency-Key gets the same answer.',
  params: Named,
  reply: PostReply,
  idempotent: true,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ params }, context) => {
    const { events } = await context.handle(post, params.id, { type: 'cancel', now: context.now });
    return { body: present(events) };
  },
});

export const editingEndpoints = (ports: PostPorts) => [editPost(ports), deletePost, cancelPost];
