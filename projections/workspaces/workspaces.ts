import type { Recorded } from '../../domain/kernel/event.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import type { PendingTransfer } from '../../domain/workspaces/ownership-transfer.ts';
import { workspaceView, type WorkspaceView } from '../../domain/workspaces/workspace-view.ts';
import { workspaceEvents, type WorkspaceEvent } from '../../domain/workspaces/workspace-events.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type WorkspaceRow = {
  id: string;
  slug: string;
  mode: string;
  plan: string;
  owner_id: string;
  created_at: string;
  view: WorkspaceView;
  /** US dollars above which the owner alone buys; null is no bound. */
  owner_buys_above: number | null;
  /** The workspace's open offer, which may have expired meanwhile. */
  transfer: (PendingTransfer & { createdAt: string }) | null;
};

const transferAfter = (before: WorkspaceRow['transfer'], event: Recorded<WorkspaceEvent>): WorkspaceRow['transfer'] => {
  switch (event.type) {
    case 'OwnershipTransferRequested':
      return { ...event.data, createdAt: event.meta.occurredAt };
    case 'OwnershipTransferCancelled':
    case 'OwnershipTransferDeclined':
    case 'OwnershipTransferExpired':
    case 'OwnershipTransferred':
      return null;
    default:
      return before;
  }
};

export const workspaces = projectionOf<WorkspaceRow>({
  name: 'workspaces',
  version: 5,
  description: 'What is each workspace called, which plan has it, and is its ownership offered to a member?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      slug: 'text',
      mode: 'text',
      plan: 'text',
      owner_id: 'text',
      created_at: 'instant',
      view: 'jsonb',
      owner_buys_above: 'double precision?',
      transfer: 'jsonb?',
    },
    indexes: ['owner_id, id'],
  },
  published: {
    id: 'The workspace',
    mode: 'live or test',
    plan: 'The plan it has',
    created_at: 'When it was founded',
  },
  on: onEach(workspaceEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event) => {
      const view = workspaceView.evolve(row?.view, event);
      if (!view) return undefined;
      const { id, slug, mode, plan, ownerId, createdAt } = view;
      const transfer = transferAfter(row?.transfer ?? null, event);
      const bound = event.type === 'WorkspacePurchaseBoundChanged' ? event.data : undefined;
      const owner_buys_above = bound ? bound.ownerBuysAbove : (row?.owner_buys_above ?? null);
      return { id, slug, mode, plan, owner_id: ownerId, created_at: createdAt, view, owner_buys_above, transfer };
    },
  }),
});
