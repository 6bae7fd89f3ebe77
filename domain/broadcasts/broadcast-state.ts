import type { BroadcastContent } from './broadcast-events.ts';
import type { BroadcastStatus } from './broadcast-fields.ts';

/** A sending: the first one, or a retry. */
export type Sending = Readonly<{
  audienceId: string;
  startedAt: string;
  contacts: number;
  batches: number;
  round: number;
  /** What the last retry sends again. */
  retried: number;
  retriedBatches: number;
  /** The lanes that have deliveries left. */
  openLanes: readonly number[];
}>;

export type Broadcast = Readonly<{
  kind: 'existing';
  id: string;
  status: BroadcastStatus;
  content: BroadcastContent;
  scheduledFor: string | null;
  /** Undefined until it is sent. */
  sending: Sending | undefined;
}>;

export type BroadcastState = Broadcast | Readonly<{ kind: 'absent' | 'deleted' }>;
