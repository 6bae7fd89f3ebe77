import { keysOf } from '../../domain/kernel/keys-of.ts';
const lanesOf = { first: 16, retry: 8, slow: 8 } as const;

type Kind = keyof typeof lanesOf;

const spread = (text: string, lanes: number): number => {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash % lanes;
};

const lane = (kind: Kind, receiver: string): string =>
  `webhook-delivery/${kind}/${spread(receiver, lanesOf[kind]).toString()}`;

/** An attempt that takes this long delays the queue it is in. */
export const slowMilliseconds = 5_000;

/**
 * Receivers are spread over queues, each with its own concurrency. Retries wait apart from first
 * attempts, and receivers whose last answer was slow apart from prompt ones: a receiver that hangs
 * fills a queue until its first timeout, and then only a queue of other slow ones.
 */
export const deliveryLanes: readonly string[] = keysOf(lanesOf).flatMap((kind) =>
  Array.from({ length: lanesOf[kind] }, (_, number) => `webhook-delivery/${kind}/${number}`),
);

/** The queue of one attempt to one receiver. */
export const deliveryLane = (
  receiver: string,
  attempt: number,
  { isSlow = false }: Readonly<{ isSlow?: boolean | undefined }> = {},
): string => lane(attempt > 0 ? 'retry' : isSlow ? 'slow' : 'first', receiver);
