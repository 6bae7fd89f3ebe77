import type { Audiences } from '../../domain/broadcasts/audience.ts';

/** What the write endpoints of broadcasts ask for. */
export type BroadcastCommandPorts = Readonly<{
  audiences: Audiences;
  /** The batches of a broadcast with failed deliveries, once every write before the request counts. */
  failedBatches(broadcastId: string): Promise<readonly Readonly<{ number: number; count: number }>[]>;
}>;
