import { Redis } from 'ioredis';

/**
 * A connection that answers or fails immediately: while Redis is away, commands fail instead of
 * queueing, so that callers use their fallback. It reconnects by itself, at least every two
 * seconds.
 */
export const connectRedis = (url: string, onError: (error: Error) => void): Redis => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 1000,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
  });
  redis.on('error', onError);
  return redis;
};
