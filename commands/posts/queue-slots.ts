import { Refused } from '../../domain/kernel/refused.ts';
import { timeOfId } from '../../domain/kernel/ids.ts';
import { post } from '../../domain/posts/post.ts';
import { queueSlot } from '../../domain/scheduling/queue-slot.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { PostPorts } from './ports.ts';

/** A slot held for a post that does not exist may belong to a request on its way; after this long it belongs to nobody. */
const onItsWayMilliseconds = 60_000;

/** More slots than this in a row are taken under one request's hands only by a flood. */
const mostTries = 200;

/** The next slot that no post is known to have. Nothing is taken by asking. */
export const freeQueueSlot = async (
  context: WriteContext,
  { directory }: PostPorts,
  passed: readonly string[] = [],
): Promise<string> => {
  const slot = await directory.nextQueueSlot(context.caller.workspaceId, context.now, passed);
  if (!slot) throw new Refused('VALIDATION_ERROR', 'The queue has no slots (PUT /v1/queues)', { field: 'queue' });
  return slot;
};

/**
 * Takes the first slot from `wanted` on that no other post holds. What is free by the read model may be taken at this moment by
 * another request: the slot's own stream decides, and the loser goes on to the next.
 */
export const takeQueueSlot = async (
  postId: string,
  wanted: string,
  context: WriteContext,
  ports: PostPorts,
): Promise<string> => {
  const passed: string[] = [];
  for (let slot = wanted; passed.length < mostTries; slot = await freeQueueSlot(context, ports, passed)) {
    if (await take(postId, slot, context)) return slot;
    passed.push(slot);
  }
  throw new Refused('CONFLICT', 'Every slot tried was taken by another post meanwhile; try again', { field: 'queue' });
};

const take = async (postId: string, at: string, context: WriteContext): Promise<boolean> => {
  const id = reservationKey('queueSlot', context.caller.workspaceId, at);
  const attempt = (lapsed?: string) =>
    context.handle(
      queueSlot,
      id,
      { type: 'take-queue-slot', postId, at, ...(lapsed === undefined ? {} : { lapsed }) },
      { fresh: lapsed === undefined, step: `queue-slot/${postId}/${at}/${lapsed ?? ''}` },
    );
  try {
    await attempt();
    return true;
  } catch (error) {
    const holder = heldBy(error);
    if (await standsBy(holder, at, context)) return false;
    return attempt(holder).then(
      () => true,
      (again: unknown) => {
        heldBy(again);
        return false;
      },
    );
  }
};

/** Who holds the slot, where that is why it was refused; every other error goes on its way. */
const heldBy = (error: unknown): string => {
  const holder = error instanceof Refused ? error.details?.['postId'] : undefined;
  if (typeof holder !== 'string') throw error;
  return holder;
};

const standsBy = async (holder: string, at: string, context: WriteContext): Promise<boolean> => {
  const held = (await context.load(post, holder))?.state;
  if (!held) return Date.now() - timeOfId(holder) < onItsWayMilliseconds;
  const waits = held.is === 'there' && (held.status === 'scheduled' || held.status === 'payment_paused');
  return waits && held.scheduledFor === at;
};
