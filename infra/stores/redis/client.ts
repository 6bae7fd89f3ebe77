import { Redis } from 'ioredis';

/**
 * A connection that answers at once or not at all: while Redis is away, commands fail instead of queueing, so what has a
 * fallback takes it. It reconnects by itself, at most every two seconds.
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
