const lanesOf = { first: 16, retry: 8, slow: 8 } as const;

type Kind = keyof typeof lanesOf;

const spread = (text: string, lanes: number): number => {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash % lanes;
};

const lane = (kind: Kind, receiver: string): string =>
  `webhook-delivery/${kind}/${spread(receiver, lanesOf[kind]).toString()}`;

/** A try that took this long holds up the queue it stands in. */
export const slowMilliseconds = 5_000;

/**
 * Receivers are spread over lanes, each with room of its own. Retries queue apart from first tries, and receivers whose last
 * answer took long apart from the prompt ones: a receiver that hangs fills the room of a lane until its first timeout, and
 * then only that of other slow ones.
 */
export const deliveryLanes: readonly string[] = (Object.keys(lanesOf) as Kind[]).flatMap((kind) =>
  Array.from({ length: lanesOf[kind] }, (_, number) => `webhook-delivery/${kind}/${number}`),
);

/** The lane of one try to one receiver. */
export const deliveryLane = (receiver: string, attempt: number, isSlow = false): string =>
  lane(attempt > 0 ? 'retry' : isSlow ? 'slow' : 'first', receiver);
