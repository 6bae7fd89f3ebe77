import { allProcesses } from '../../../processes/all-processes.ts';
import type { KeyedSubscriber } from '../../stores/postgres/keyed-subscriber.ts';
import { ProcessSubscriber } from '../../stores/postgres/process-subscriber.ts';
import { WebhookFanOut } from '../webhooks/fan-out-subscriber.ts';

type ProcessToFollow = Readonly<{ name: string; description: string; subscriber: KeyedSubscriber }>;

const fanOut = new WebhookFanOut();

/**
 * The subscribers of the processes: one each, and the fan-out of webhooks, which starts deliveries.
 */
export const processSubscribers: readonly ProcessToFollow[] = [
  ...allProcesses.map((process) => ({
    name: process.name,
    description: process.description,
    subscriber: new ProcessSubscriber(process),
  })),
  { name: fanOut.process, description: fanOut.description, subscriber: fanOut },
];

export const processNames: readonly string[] = processSubscribers.map(({ name }) => name);

/** The processes that begin at the first event of a log by themselves. */
export const replayableProcesses: readonly string[] = allProcesses.flatMap((process) =>
  process.beginsByItself ? [process.name] : [],
);
