import {
  duplicateOf,
  earlierFingerprintOf,
  fingerprint,
  fingerprintOf,
  outgoing,
} from '../../domain/posts/fingerprint.ts';
import type { Post } from '../../domain/posts/state.ts';
import { claim } from '../kernel/claim.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import { holdsBy } from './claim-holders.ts';

/** What a post puts on one of its accounts at its time. */
type Publication = Readonly<{
  accountId: string;
  /** The key of its claim. */
  key: string;
  /** The key of a claim from the time when the base text alone counted, where that is another one. */
  earlierKey: string | undefined;
  /** Whether the holder of a claim puts the same there. */
  isSame(holder: string): Promise<boolean>;
}>;

/** In one order for all requests: of two that want the same places, one gets all of them. */
const publicationsOf = (
  { content, destinations }: Post,
  scheduledFor: string,
  context: Pick<WriteContext, 'load' | 'caller'>,
): readonly Publication[] =>
  [...destinations]
    .sort((a, b) => (a.accountId < b.accountId ? -1 : 1))
    .map(({ accountId, platform }) => {
      const { workspaceId } = context.caller;
      const wanted = outgoing(content, platform).join('\n');
      const key = reservationKey(...fingerprintOf({ workspaceId, accountId, content, platform, scheduledFor }));
      const earlierKey = reservationKey(...earlierFingerprintOf(workspaceId, accountId, content, scheduledFor));
      const isSame = holdsBy(
        (held) =>
          held.scheduledFor === scheduledFor &&
          held.destinations.some((destination) => destination.accountId === accountId) &&
          outgoing(held.content, platform).join('\n') === wanted,
        context,
      );
      return { accountId, key, earlierKey: earlierKey === key ? undefined : earlierKey, isSame };
    });

const refuseHolders = async (
  key: string,
  postId: string,
  { isSame }: Publication,
  context: Pick<WriteContext, 'load'>,
): Promise<void> => {
  const holders = Object.keys((await context.load(fingerprint, key))?.state ?? {});
  for (const holder of holders) if (holder !== postId && (await isSame(holder))) throw duplicateOf(holder);
};

/** Claims what a scheduled post puts on each account at its time. Refuses a duplicate. */
export const claimContent = async (
  postId: string,
  planned: Post,
  scheduledFor: string,
  context: WriteContext,
): Promise<void> => {
  for (const publication of publicationsOf(planned, scheduledFor, context)) {
    const { accountId, key, earlierKey, isSame: isValid } = publication;
    if (earlierKey !== undefined) await refuseHolders(earlierKey, postId, publication, context);
    // The post is named, because a request may create several.
    const step = `claim/${postId}/${accountId}`;
    await claim(fingerprint, { id: key, holder: postId, terms: {}, step, isValid, options: { fresh: true } }, context);
  }
};

/** Refuses a duplicate without claiming anything. Returns the keys of what the post would claim. */
export const refuseDuplicate = async (
  postId: string,
  planned: Post,
  scheduledFor: string,
  context: WriteContext,
): Promise<readonly string[]> => {
  const publications = publicationsOf(planned, scheduledFor, context);
  for (const publication of publications) {
    const { key, earlierKey } = publication;
    await refuseHolders(key, postId, publication, context);
    if (earlierKey !== undefined) await refuseHolders(earlierKey, postId, publication, context);
  }
  return publications.map(({ key }) => key);
};
