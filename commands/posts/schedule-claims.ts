import { Refused } from '../../domain/kernel/refused.ts';
import { fingerprint, fingerprintOf } from '../../domain/posts/fingerprint.ts';
import { post } from '../../domain/posts/post.ts';
import { timeOfId } from '../../domain/kernel/ids.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';

/** A claim whose post does not exist may belong to a request that is on its way; after this long it belongs to nobody. */
const onItsWayMilliseconds = 60_000;

type Claim = Readonly<{ postId: string; accountIds: readonly string[]; content: string; scheduledFor: string }>;

/**
 * Takes the place of this content on each account at this time, so that a duplicate is refused however many requests race. Claims are never
 * given back: one that is met is checked against its holder, and taken over when the holder no longer stands by it.
 */
export const claimSchedule = async (claim: Claim, context: WriteContext): Promise<void> => {
  const { workspaceId } = context.caller;
  // In one order for everybody: of two requests that want the same places, one gets them all.
  for (const accountId of [...claim.accountIds].sort()) {
    const id = reservationKey(...fingerprintOf(workspaceId, accountId, claim.content, claim.scheduledFor));
    const take = (lapsed?: string) =>
      context.handle(
        fingerprint,
        id,
        { type: 'claim', postId: claim.postId, ...(lapsed === undefined ? {} : { lapsed }) },
        { fresh: lapsed === undefined, step: `claim/${accountId}/${lapsed ?? ''}` },
      );
    try {
      await take();
    } catch (error) {
      const holder = error instanceof Refused ? error.details?.['postId'] : undefined;
      if (typeof holder !== 'string' || (await standsBy(holder, accountId, claim, context))) throw error;
      await take(holder);
    }
  }
};

const standsBy = async (holder: string, accountId: string, claim: Claim, context: WriteContext): Promise<boolean> => {
  const held = (await context.load(post, holder))?.state;
  if (!held) return Date.now() - timeOfId(holder) < onItsWayMilliseconds;
  return (
    held.is === 'there' &&
    (held.status === 'scheduled' || held.status === 'payment_paused') &&
    held.scheduledFor === claim.scheduledFor &&
    held.content.content === claim.content &&
    held.destinations.some((destination) => destination.accountId === accountId)
  );
};
