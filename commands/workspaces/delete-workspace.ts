import { z } from 'zod';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { releaseWorkspace } from './found-workspace.ts';
import { ownedBy } from './owned-workspaces.ts';
import { currentWorkspace, workspaceParams } from './workspace-fields.ts';
import type { WorkspacePorts } from './ports.ts';
import { success, Success } from '../../read-api/contract/success.ts';

/** DELETE /v1/workspaces/:id. A key acts for the person who made it. */
export const deleteWorkspace = (ports: WorkspacePorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/workspaces/:id',
    id: 'deleteWorkspace',
    summary: 'Delete a workspace at once',
    description:
      'Only the owner may. Posts that wait are not published, and the tokens of its accounts are ' +
      'destroyed. An active subscription is 409 ACTIVE_SUBSCRIPTION with the address to cancel at; ' +
      'the only workspace of a person is 400 BAD_REQUEST.',
    params: workspaceParams,
    reply: Success,
    errors: ['BAD_REQUEST', 'FORBIDDEN', 'NOT_FOUND', 'ACTIVE_SUBSCRIPTION'],
    async run({ params: { id } }, context) {
      const { userId: by } = context.caller;
      const before = await currentWorkspace(id, context);
      const owned = await ownedBy(before.ownerId, context);
      const otherOwned = owned.filter((each) => each.id !== id).length;
      const activeSubscription = await ports.activeSubscription(id);
      await context.handle(
        workspace,
        id,
        { type: 'delete-workspace', by, otherOwned, activeSubscription },
        { step: 'delete-workspace' },
      );
      await releaseWorkspace(before, context);
      return { body: success };
    },
  });

/** POST /v1/workspaces/:id/deletion-requests: recorded for operators; nothing is deleted. */
export const requestDeletion = () =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/workspaces/:id/deletion-requests',
    id: 'requestWorkspaceDeletion',
    summary: 'Ask for the deletion of a workspace',
    description: 'The request is recorded for the operators of the service. Nothing is deleted by it.',
    params: workspaceParams,
    body: z.object({ reason: z.string().min(10).max(2000).nullable().optional() }).default({}),
    reply: z.object({
      ...Success.shape,
      data: z.object({ id: z.string(), workspaceId: z.string(), reason: z.string().nullable(), createdAt: z.string() }),
    }),
    status: 201,
    idempotent: true,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async run({ params: { id }, body: { reason = null } }, context) {
      const requestId = context.newId('deletion-request');
      const { userId: by } = context.caller;
      const { events } = await context.handle(workspace, id, { type: 'request-deletion', requestId, by, reason });
      const asked = events.find(
        (event) => event.type === 'WorkspaceDeletionRequested' && event.data.requestId === requestId,
      );
      const createdAt = asked?.meta.occurredAt ?? context.now;
      const data = { id: requestId, workspaceId: id, reason, createdAt };
      return { status: 201, body: { ...success, data } };
    },
  });
