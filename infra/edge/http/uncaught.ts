import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

type UnderWay = Readonly<{ res: ServerResponse; refuse: (error: unknown) => void }>;

const underWay = new AsyncLocalStorage<UnderWay>();

/** Runs a handler such that an error it does not catch, now or later, is known as its request's. */
export const runAsRequest = (request: UnderWay, handle: () => void): void => underWay.run(request, handle);

/**
 * Answers the request that an uncaught error belongs to. False where it belongs to none, or to one
 * that is answered: what that one left behind is part of the process.
 */
export const endRequestOf = (error: unknown): boolean => {
  const request = underWay.getStore();
  if (!request || request.res.writableEnded || request.res.destroyed) return false;
  request.refuse(error);
  return true;
};
