import type { components } from '@social-publishing/client/schema';
import { withMoments } from './moments.ts';
import { platformName } from './platforms.ts';

type Entry = components['schemas']['HistoryEntry'];

type Destination = Readonly<{ postPlatformId: string; platform: string }>;

const isDestination = (value: unknown): value is Destination =>
  typeof value === 'object' && value !== null && 'postPlatformId' in value && 'platform' in value;

/** The platform of each destination, from the events that name both. */
export const platformsIn = (entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(
    entries
      .flatMap(({ data }) => [data, ...Object.values(data).flat()])
      .filter(isDestination)
      .map(({ postPlatformId, platform }) => [postPlatformId, platformName(platform)]),
  );

/** What people ask of the events that every publication has; the others say it in their own words. */
const sentences: Readonly<Record<string, (platform: string) => string>> = {
  DestinationStepCompleted: (platform) => `A step of preparation for ${platform} is done.`,
  DestinationSendStarted: (platform) => `The post is on its way to ${platform}.`,
  DestinationSendSucceeded: (platform) => `${platform} took the post.`,
  DestinationPublished: (platform) => `The post is live on ${platform}.`,
};

/** What happened, with the platform that it happened on, and times in the zone of the reader. */
export const sentenceOf = ({ type, description, data }: Entry, platforms: ReadonlyMap<string, string>): string => {
  const id: unknown = data['postPlatformId'];
  const platform = typeof id === 'string' ? platforms.get(id) : undefined;
  if (platform === undefined) return withMoments(description);
  return sentences[type]?.(platform) ?? withMoments(`${platform}: ${description}`);
};
