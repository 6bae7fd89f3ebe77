const firstTries = 16;
const retries = 8;

const spread = (text: string, lanes: number): number => {
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0;
  return hash % lanes;
};

/**
 * Receivers are spread over lanes, and retries queue apart from first tries: a receiver that hangs fills the room of its own
 * lane, and one that fails again and again not even that.
 */
export const deliveryLanes: readonly string[] = [
  ...Array.from({ length: firstTries }, (_, lane) => `webhook-delivery/${lane}`),
  ...Array.from({ length: retries }, (_, lane) => `webhook-delivery/retry/${lane}`),
];

/** The lane of one try to one receiver. */
export const deliveryLane = (receiver: string, attempt: number): string =>
  attempt === 0
    ? `webhook-delivery/${spread(receiver, firstTries)}`
    : `webhook-delivery/retry/${spread(receiver, retries)}`;
