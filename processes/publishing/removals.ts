import { partsOfStream } from '../../domain/kernel/stream-names.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import { processOf } from '../kernel/process.ts';
import type { PublishingPorts } from './ports.ts';
import { removeCopies, type RemoveCopies } from './remove-copies.ts';

type Removing = RemoveCopies & Readonly<{ platform: Platform; at: string }>;

const lane = (platform: Platform): string => `removals/${platform}`;

/**
 * Removes the copies of an unpublished post. Deletes bear repetition, so a lost answer is simply asked for again; a platform that
 * takes no more calls for now is asked later, on the ladder of retries.
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
