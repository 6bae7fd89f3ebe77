import type { components } from '@social-publishing/client/schema';
import { sentenceOf } from './history-sentences.ts';
import { platformName } from './platforms.ts';

export type PostUnderWay = Pick<components['schemas']['Post'], 'status' | 'platforms'>;
type Entry = components['schemas']['HistoryEntry'];

/** How many destinations of a post have ended, of how many; undefined where the post is not under way. */
export const progressOf = ({ status, platforms }: PostUnderWay): Readonly<{ done: number; of: number }> | undefined =>
  status === 'publishing'
    ? { done: platforms.filter((each) => each.status !== 'pending').length, of: platforms.length }
    : undefined;

/** What a destination is doing now, by the last event of this round that is about it; undefined before the first one. */
export const stepOf = (
  { postPlatformId, platform }: Pick<components['schemas']['PostPlatform'], 'postPlatformId' | 'platform'>,
  entries: readonly Entry[],
): string | undefined => {
  const round = entries.slice(entries.findLastIndex(({ type }) => type === 'PostPublishingStarted') + 1);
  const last = round.findLast(({ data }) => data['postPlatformId'] === postPlatformId);
  return last && sentenceOf(last, new Map([[postPlatformId, platformName(platform)]]));
};
