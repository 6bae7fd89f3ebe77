import type { Platform } from '../platforms/platform.ts';
import type { BatchCommand } from './batch.ts';

/** Derives an id of this service from a time and a seed. */
type IdFrom = (milliseconds: number, seed: string) => string;

/** A sending, by which the ids of its batches and deliveries are derived. */
export type SentBroadcast = Readonly<{ broadcastId: string; startedAt: string }>;

export type Recipient = Readonly<{ contactId: string; platform: Platform }>;

export const batchIdOf = ({ broadcastId, startedAt }: SentBroadcast, number: number, idFrom: IdFrom): string =>
  idFrom(Date.parse(startedAt), JSON.stringify(['broadcast-batch', broadcastId, number]));

/** The command that queues a batch. The same batch of a broadcast always gets the same ids. */
export const enqueueBatch = (
  sent: SentBroadcast,
  number: number,
  recipients: readonly Recipient[],
  idFrom: IdFrom,
): Extract<BatchCommand, { type: 'enqueue-batch' }> => {
  const { broadcastId, startedAt } = sent;
  const deliveryId = (contactId: string) =>
    idFrom(Date.parse(startedAt), JSON.stringify(['broadcast-delivery', broadcastId, contactId]));
  return {
    type: 'enqueue-batch',
    batchId: batchIdOf(sent, number, idFrom),
    broadcastId,
    number,
    deliveries: recipients.map((each) => ({ deliveryId: deliveryId(each.contactId), ...each })),
  };
};
