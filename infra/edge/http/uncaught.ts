import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long requests under way have to be answered after an uncaught error, in milliseconds. */
const answerTimeMs = 5_000;
const lookEveryMs = 50;

type UnderWay = Readonly<{ res: ServerResponse; refuse: (error: unknown) => void }>;

const underWay = new Set<UnderWay>();
const refused = new WeakSet<UnderWay>();

/** True of a request that had to be refused as well: two errors may belong to it, or to two like it. */
const isUnanswered = (request: UnderWay): boolean =>
  refused.has(request) || (underWay.has(request) && !request.res.headersSent);

/** Notes a request until it is answered, so that an uncaught error can end it by `refuse`. */
export const noteRequest = (request: UnderWay): void => {
  underWay.add(request);
  request.res.once('close', () => underWay.delete(request));
};

/**
 * Ends the request that an uncaught error belongs to. Node.js does not say which one that is, but it
 * is among those under way, and it is never answered. So each that has no answer after
 * `answerTimeMs` is refused with the error. False where all are answered: it belongs to none.
 */
export const endRequestOf = async (error: unknown): Promise<boolean> => {
  const deadline = performance.now() + answerTimeMs;
  let left = [...underWay].filter(isUnanswered);
  while (left.length > 0 && performance.now() < deadline) {
    await pause(lookEveryMs);
    left = left.filter(isUnanswered);
  }
  for (const request of left) {
    if (refused.has(request)) continue;
    refused.add(request);
    request.refuse(error);
  }
  return left.length > 0;
};
