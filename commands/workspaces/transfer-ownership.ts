import { z } from 'zod';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { transferDays } from '../../domain/workspaces/ownership-transfer.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { writeEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import { claimOwnership, releaseOwnership } from './owned-workspaces.ts';
import { currentWorkspace, personOf, workspaceParams } from './workspace-fields.ts';
import { success, Success } from '../../read-api/contract/success.ts';

export const TransferReply = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    fromUserId: z.string(),
    targetUserId: z.string(),
    status: z.literal('pending'),
    createdAt: z.string(),
    expiresAt: z.string(),
  })
  .meta({ id: 'TransferRequest' });

const pendingIn = (workspaceId: string, events: readonly Recorded<WorkspaceEvent>[]): z.input<typeof TransferReply> => {
  const requested = events.findLast((event) => event.type === 'OwnershipTransferRequested');
  if (requested?.type !== 'OwnershipTransferRequested') throw notFound('transfer request');
  const { requestId: id, fromUserId, targetUserId, expiresAt } = requested.data;
  const createdAt = requested.meta.occurredAt;
  return { id, workspaceId, fromUserId, targetUserId, status: 'pending', createdAt, expiresAt };
};

const requestAt = (name: 'transfer-request' | 'transfer-requests') =>
  writeEndpoint({
    method: 'POST',
    path: `/v1/workspaces/:id/${name}`,
    id: name === 'transfer-request' ? 'requestTransfer' : 'requestTransferAtPlural',
    summary: 'Offer the workspace to another member',
    description:
      'A target who is not a member is 400 VALIDATION_ERROR. Another request for the same target answers ' +
      'the pending offer; another target is 409 CONFLICT.',
    params: workspaceParams,
    body: z.object({ targetUserId: Id }),
    reply: z.object({ data: TransferReply }),
    status: 201,
    idempotent: true,
    errors: ['VALIDATION_ERROR', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
    async run({ params: { id }, body: { targetUserId } }, context) {
      const { now, caller } = context;
      const expiresAt = new Date(Date.parse(now) + transferDays * 86_400_000).toISOString();
      const requestId = context.newId('transfer');
      const { events } = await context.handle(workspace, id, {
        type: 'request-transfer',
        requestId,
        by: caller.userId,
        targetUserId,
        now,
        expiresAt,
      });
      return { status: 201, body: { data: pendingIn(id, events) } };
    },
  });

const cancelAt = (name: 'transfer-request' | 'transfer-requests') =>
  writeEndpoint({
    method: 'DELETE',
    path: `/v1/workspaces/:id/${name}`,
    id: name === 'transfer-request' ? 'cancelTransfer' : 'cancelTransferAtPlural',
    summary: 'Withdraw the offer of the workspace',
    description: 'Only while the offer is open; the other person can no longer accept it.',
    params: workspaceParams,
    reply: Success,
    errors: ['FORBIDDEN', 'NOT_FOUND'],
    async run({ params: { id } }, context) {
      await context.handle(workspace, id, { type: 'cancel-transfer', by: context.caller.userId, now: context.now });
      return { body: success };
    },
  });

const declineTransfer = writeEndpoint({
  method: 'POST',
  path: '/v1/workspaces/:id/transfer-request/decline',
  id: 'declineTransfer',
  summary: 'Decline the ownership of the workspace',
  description: 'Only the person who is offered the ownership may.',
  params: workspaceParams,
  reply: Success,
  idempotent: true,
  access: 'session',
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  async run({ params: { id } }, context) {
    await context.handle(workspace, id, { type: 'decline-transfer', by: context.caller.userId, now: context.now });
    return { body: success };
  },
});

/** The new owner needs a place among those they may own; the old owner's becomes free. */
const acceptTransfer = writeEndpoint({
  method: 'POST',
  path: '/v1/workspaces/:id/transfer-request/accept',
  id: 'acceptTransfer',
  summary: 'Accept the ownership of the workspace',
  description:
    'The new owner needs a place among the workspaces they may own; the earlier owner becomes an administrator. ' +
    'Another member than the target is 403 FORBIDDEN while the request is pending.',
  params: workspaceParams,
  reply: Success,
  idempotent: true,
  access: 'session',
  errors: ['NOT_FOUND', 'FORBIDDEN', 'LIMIT_REACHED'],
  async run({ params: { id } }, context) {
    const by = personOf(context);
    const before = await currentWorkspace(id, context);
    // A repeated request that was already executed.
    if (before.ownerId === by && before.transfer === undefined) return { body: success };
    const command = { type: 'accept-transfer', by, now: context.now } as const;
    await context.preview(workspace, id, command, { step: 'accept-transfer' });
    await claimOwnership(by, id, context);
    try {
      await context.handle(workspace, id, command, { step: 'accept-transfer' });
    } catch (error) {
      if (error instanceof Refused) await releaseOwnership(by, id, context, 'free-place');
      throw error;
    }
    await releaseOwnership(before.ownerId, id, context, 'free-place-of-old-owner');
    return { body: success };
  },
});

export const transferEndpoints = [
  requestAt('transfer-request'),
  requestAt('transfer-requests'),
  cancelAt('transfer-request'),
  cancelAt('transfer-requests'),
  acceptTransfer,
  declineTransfer,
];
