import { z } from 'zod';
import { foldView } from '../../domain/kernel/decider.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { refuseViolations } from '../../domain/posts/rule-violations.ts';
import { post } from '../../domain/posts/post.ts';
import { postView } from '../../domain/posts/view.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { refuseUnfitAccounts, scheduleOf } from './create-post.ts';
import { destinationsFor } from './destinations.ts';
import { contentFrom } from './post-content.ts';
import { EditPostRequest } from './post-request.ts';
import { PostReply } from '../../domain/posts/post-shape.ts';
import type { PostPorts } from './ports.ts';
import { loadPost, present, presentWithVerdict } from './present.ts';
import { takeQueueSlot } from './queue-slots.ts';
import { claimSchedule } from './schedule-claims.ts';
import { takeScheduledPlace } from './scheduled-places.ts';
import { success, Success } from '../../read-api/contract/success.ts';

const Named = z.object({ id: Id });

const editPost = (ports: PostPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/posts/:id',
    id: 'updatePost',
    summary: 'Edit a draft or scheduled post; only the fields sent change',
    description:
      'Sending `scheduledFor` schedules a draft, also one that keeps a time from saveAsDraft; `null` ' +
      'takes the time off. `null` inside `platformMetadata` or `overrides` removes the field or the ' +
      'platform. `updatedAt` grows with every change that a client can see, and by a millisecond where ' +
      'two fall into one; it is the version token.',
    params: Named,
    body: EditPostRequest,
    reply: PostReply,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED', 'NOT_FOUND', 'CONFLICT'],
    run: async ({ params, body }, context) => {
      const { workspaceId } = context.caller;
      const shown = await loadPost(params.id, context);
      const changes = await contentFrom(body, shown.post.content, workspaceId, ports);
      const known = shown.post.destinations;
      const accountIds = body.accountIds ?? (body.platforms ? known.map(({ accountId }) => accountId) : undefined);
      const destinations =
        accountIds &&
        destinationsFor(
          accountIds,
          body.platforms,
          await ports.directory.accounts(workspaceId, accountIds),
          known,
          (name) => context.newId(name),
        );
      let scheduledFor = await scheduleOf(body, context, ports);
      const staysDraft = body.saveAsDraft === true;
      const goesOut = !staysDraft && (typeof scheduledFor === 'string' || shown.post.status === 'scheduled');
      if (goesOut && scheduledFor !== null && (scheduledFor ?? shown.post.scheduledFor) !== null) {
        await refuseUnfitAccounts(destinations ?? known, context, ports);
        const editable = shown.post.status === 'draft' || shown.post.status === 'scheduled';
        // Refused by the platforms' rules first, so that what cannot be scheduled claims no place.
        if (editable) refuseViolations({ ...shown.post.content, ...changes }, destinations ?? known);
        if (shown.post.status === 'draft') await takeScheduledPlace(params.id, context, ports);
        const accounts = (destinations ?? known).map(({ accountId }) => accountId);
        const content = changes.content ?? shown.post.content.content;
        if (editable && body.queue && typeof scheduledFor === 'string') {
          scheduledFor = await takeQueueSlot(params.id, scheduledFor, context, ports);
        }
        const time = scheduledFor ?? shown.post.scheduledFor;
        if (editable && time !== null) {
          await claimSchedule({ postId: params.id, accountIds: accounts, content, scheduledFor: time }, context);
        }
      }
      const { events } = await context.handle(
        post,
        params.id,
        {
          type: 'edit',
          changes,
          ...(destinations ? { destinations } : {}),
          ...(staysDraft && shown.post.status === 'scheduled' ? { scheduledFor: null } : {}),
          ...(scheduledFor === undefined || staysDraft ? {} : { scheduledFor }),
          now: context.now,
        },
        {
          guard: (history) => {
            if (body.version === undefined) return;
            const seen = foldView(postView, history)?.updatedAt;
            if (seen === undefined || Date.parse(seen) === Date.parse(body.version)) return;
            throw new Refused('CONFLICT', 'The post has changed since; fetch it and use its new updatedAt', {
              reason: 'version',
              version: seen,
            });
          },
        },
      );
      return { body: presentWithVerdict(events) };
    },
  });

const deletePost = writeEndpoint({
  method: 'DELETE',
  path: '/v1/posts/:id',
  id: 'deletePost',
  summary: 'Delete a post that is neither publishing nor published',
  description:
    'A partial post whose copies are being removed is 409 until the removal has ended. A first ' +
    'comment that is still to come ends as failed.',
  params: Named,
  reply: Success,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ params }, context) => {
    await loadPost(params.id, context);
    await context.handle(post, params.id, { type: 'delete' });
    return { body: success };
  },
});

const cancelPost = writeEndpoint({
  method: 'POST',
  path: '/v1/posts/:id/cancel',
  id: 'cancelPost',
  summary: 'Cancel a draft or scheduled post',
  description: 'A cancelled post is 409 for another request. The same Idempotency-Key gets the same answer.',
  params: Named,
  reply: PostReply,
  idempotent: true,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({ params }, context) => {
    const { events, appended } = await context.handle(post, params.id, { type: 'cancel' });
    const again = appended === 0 && !events.some(({ meta }) => meta.$causationId === context.commandId);
    if (again) throw new Refused('CONFLICT', 'The post is cancelled already', { status: 'cancelled' });
    return { body: present(events) };
  },
});

export const editingEndpoints = (ports: PostPorts) => [editPost(ports), deletePost, cancelPost];
