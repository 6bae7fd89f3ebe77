import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { processOf } from '../kernel/process.ts';
import type { PublishingPorts } from './ports.ts';
import { removeCopies, type RemoveCopies } from './remove-copies.ts';

type Removing = RemoveCopies & Readonly<{ platform: Platform; at: string }>;

const lane = (platform: Platform): string => `removals/${platform}`;

/**
 * Removes the copies of an unpublished post. Deletes are idempotent, so a delete with a lost answer
 * is repeated; a platform with a rate limit is called later, after the retry delays.
 */
export const removals = processOf<Removing, RemoveCopies, PublishingPorts>()({
  name: 'removals',
  description: 'Removes every copy of a post that is unpublished.',
  lanes: platforms.map(lane),
  on: {
    PostUnpublishRequested: (_, { stream, data, meta }, postPlatformId) => {
      const copy = data.copies.find((one) => one.postPlatformId === postPlatformId);
      if (!copy) return undefined;
      const { platform } = copy;
      const postId = partsOfStream(stream).id;
      return { postId, postPlatformId, platform, at: meta.occurredAt, round: data.round };
    },
    DestinationRemovalPostponed: (state, { data }) => state && { ...state, at: data.dueAt },
    DestinationRemovalSettled: () => undefined,
  },
  instancesOf: ({ data }) => ('copies' in data ? data.copies.map((copy) => copy.postPlatformId) : data.postPlatformId),
  next: ({ platform, at, postId, postPlatformId, round }) => ({
    at,
    action: { postId, postPlatformId, round },
    lane: lane(platform),
  }),
  act: removeCopies,
});
