import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound, Refused } from '../kernel/refused.ts';
import type { Role } from './role.ts';

export const transferDays = 7;

export const OwnershipTransferRequested = defineEvent(
  'OwnershipTransferRequested',
  z.object({
    requestId: z.string(),
    fromUserId: z.string(),
    targetUserId: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  { description: 'The owner offered the workspace to another member.' },
);
export const OwnershipTransferCancelled = defineEvent(
  'OwnershipTransferCancelled',
  z.object({ requestId: z.string() }),
  { description: 'The owner withdrew the offer of the workspace.' },
);
export const OwnershipTransferDeclined = defineEvent('OwnershipTransferDeclined', z.object({ requestId: z.string() }), {
  description: 'The member declined to own the workspace.',
});
export const OwnershipTransferExpired = defineEvent('OwnershipTransferExpired', z.object({ requestId: z.string() }), {
  description: 'The offer of the workspace expired unanswered.',
});
export const OwnershipTransferred = defineEvent(
  'OwnershipTransferred',
  z.object({ requestId: z.string(), fromUserId: z.string(), toUserId: z.string() }),
  { description: 'The workspace has a new owner; the old one became an administrator.' },
);

export const transferEvents = [
  OwnershipTransferRequested,
  OwnershipTransferCancelled,
  OwnershipTransferDeclined,
  OwnershipTransferExpired,
  OwnershipTransferred,
] as const;

export type TransferEvent = EventOf<(typeof transferEvents)[number]>;

export type PendingTransfer = Readonly<{
  requestId: string;
  fromUserId: string;
  targetUserId: string;
  expiresAt: string;
}>;

/** The facts of a workspace for these rules. */
export type Ownership = Readonly<{
  ownerId: string;
  members: Readonly<Record<string, Role>>;
  transfer: PendingTransfer | undefined;
}>;

export type TransferCommand =
  | Readonly<{
      type: 'request-transfer';
      requestId: string;
      by: string | undefined;
      targetUserId: string;
      now: string;
      expiresAt: string;
    }>
  | Readonly<{ type: 'cancel-transfer'; by: string | undefined; now: string }>
  | Readonly<{ type: 'accept-transfer'; by: string | undefined; now: string }>
  | Readonly<{ type: 'decline-transfer'; by: string | undefined; now: string }>
  /** Sent when the time is up; an early or late one does nothing. */
  | Readonly<{ type: 'expire-transfer'; requestId: string; now: string }>;

const isOver = (transfer: PendingTransfer, now: string): boolean => Date.parse(transfer.expiresAt) <= Date.parse(now);

export const decideTransfer = (command: TransferCommand, workspace: Ownership): readonly TransferEvent[] => {
  const { transfer, ownerId } = workspace;
  if (command.type === 'expire-transfer') {
    const due = transfer?.requestId === command.requestId && isOver(transfer, command.now);
    return due ? [OwnershipTransferExpired({ requestId: command.requestId })] : [];
  }
  if (command.type === 'request-transfer') return requested(command, workspace);
  const pending = transfer && !isOver(transfer, command.now) ? transfer : undefined;
  if (command.type === 'cancel-transfer') {
    if (command.by !== ownerId) throw new Refused('FORBIDDEN', 'Only the owner can cancel the transfer');
    if (!pending) throw notFound('transfer request');
    return [OwnershipTransferCancelled({ requestId: pending.requestId })];
  }
  if (!pending) throw notFound('transfer request');
  if (command.by !== pending.targetUserId)
    throw new Refused('FORBIDDEN', 'Only the member to whom the workspace is offered can answer');
  const { requestId, targetUserId } = pending;
  return command.type === 'decline-transfer'
    ? [OwnershipTransferDeclined({ requestId })]
    : [OwnershipTransferred({ requestId, fromUserId: ownerId, toUserId: targetUserId })];
};

const requested = (
  command: Extract<TransferCommand, { type: 'request-transfer' }>,
  { transfer, ownerId, members }: Ownership,
): readonly TransferEvent[] => {
  const { by, targetUserId, requestId, expiresAt } = command;
  if (by !== ownerId) throw new Refused('FORBIDDEN', 'Only the owner can hand the workspace over');
  if (targetUserId === ownerId)
    throw new Refused('VALIDATION_ERROR', 'You own this workspace already', { field: 'targetUserId' });
  if (members[targetUserId] === undefined)
    throw new Refused('VALIDATION_ERROR', 'The target is not a member of this workspace', { field: 'targetUserId' });
  const events: TransferEvent[] = [];
  if (transfer) {
    if (!isOver(transfer, command.now)) {
      if (transfer.targetUserId === targetUserId) return [];
      throw new Refused('CONFLICT', 'A transfer to another member is pending; cancel it first');
    }
    events.push(OwnershipTransferExpired({ requestId: transfer.requestId }));
  }
  return [...events, OwnershipTransferRequested({ requestId, fromUserId: ownerId, targetUserId, expiresAt })];
};

export const evolveOwnership = <W extends Ownership>(workspace: W, event: TransferEvent): W => {
  switch (event.type) {
    case 'OwnershipTransferRequested':
      return { ...workspace, transfer: event.data };
    case 'OwnershipTransferred': {
      const { fromUserId, toUserId } = event.data;
      const members = { ...workspace.members, [fromUserId]: 'ADMIN', [toUserId]: 'OWNER' };
      return { ...workspace, ownerId: toUserId, members, transfer: undefined };
    }
    default:
      return { ...workspace, transfer: undefined };
  }
};
