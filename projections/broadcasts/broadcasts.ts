import { broadcastEvents, type BroadcastEvent } from '../../domain/broadcasts/broadcast-events.ts';
import { broadcastView, type BroadcastView } from '../../domain/broadcasts/broadcast-view.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { idOfStream } from '../../domain/kernel/stream-names.ts';
import { onEach, projectionOf } from '../authoring/projection-of.ts';

export type BroadcastRow = {
  id: string;
  workspace_id: string;
  status: string;
  created_at: string;
  view: BroadcastView;
  /** Since when how many contacts are being sent to: the first sending, or the last retry. */
  sending: Readonly<{ since: string; contacts: number }> | null;
};

const sendingAfter = (row: BroadcastRow | undefined, { type, data, meta }: Recorded<BroadcastEvent>) =>
  type === 'BroadcastSendingStarted' || type === 'BroadcastRetryStarted'
    ? { since: meta.occurredAt, contacts: data.contacts }
    : (row?.sending ?? null);

export const broadcasts = projectionOf<BroadcastRow>({
  name: 'broadcasts',
  version: 3,
  description: 'Which broadcasts has a workspace?',
  table: {
    key: 'id',
    columns: {
      id: 'text',
      workspace_id: 'text',
      status: 'text',
      created_at: 'instant',
      view: 'jsonb',
      sending: 'jsonb?',
    },
    indexes: ['workspace_id, created_at desc, id desc', 'workspace_id, status, created_at desc, id desc'],
  },
  on: onEach(broadcastEvents, {
    keys: ({ stream }) => idOfStream(stream),
    fold: (row, event, id) => {
      const view = broadcastView.evolve(row?.view, event);
      const workspace_id = row?.workspace_id ?? event.meta.workspaceId;
      const sending = sendingAfter(row, event);
      return view && { id, workspace_id, status: view.status, created_at: view.createdAt, view, sending };
    },
  }),
});
