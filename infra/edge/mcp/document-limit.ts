import type { IncomingMessage } from 'node:http';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { exchangeOf } from '../http/exchange.ts';

const perHour = 60;

/** Whether the address of a request may have one more document of a program read: so many an hour. */
export const documentLimit = (): ((request: IncomingMessage) => Promise<boolean>) => {
  const limiter = new RateLimiterMemory({ points: perHour, duration: 3600 });
  return (request) =>
    limiter.consume(exchangeOf(request).address ?? '').then(
      () => true,
      () => false,
    );
};
