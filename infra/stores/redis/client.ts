import type { Redis } from 'ioredis';

/**
 * A connection that answers or fails immediately: while Redis is away, commands fail instead of
 * queueing, so that callers use their fallback. It reconnects by itself, at least every two
 * seconds.
 */
export const connectRedis = async (url: string, onError: (error: Error) => void): Promise<Redis> => {
  const library = await import('ioredis');
  const redis = new library.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  redis.on('error', onError);
  return redis;
};
