import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Found, Look, LookContext } from '../../domain/platforms/publisher.ts';
import type { Publisher } from '../../domain/platforms/publisher.ts';

/** When a platform that could not tell is asked again. After the last time a person has to look. */
const ladderMilliseconds = [15_000, 60_000, 240_000, 600_000];

/** When to ask again after `looks` looks that found nothing out; null when there is no use in asking any more. */
export const nextLookAt = (now: Date, looks: number): string | null => {
  const wait = ladderMilliseconds[looks];
  return wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
};

/** Asks the platform; whatever goes wrong with asking is "cannot tell". */
export const askPlatform = async (publisher: Publisher, look: Look, context: LookContext): Promise<Found> => {
  try {
    return await publisher.find(look, context);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { outcome: 'cannot_tell', message: `The platform could not be asked: ${error.message}` };
  }
};
