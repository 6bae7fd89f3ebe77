import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { NativeObject, Removal } from '../../domain/platforms/publisher.ts';
import { post } from '../../domain/posts/post.ts';
import type { DestinationState } from '../../domain/posts/destination-state.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { takePlaceAtServerOf } from '../accounts/place-at-server.ts';
import type { PublishingPorts } from './ports.ts';
import { describeError, destinationIn, NoLongerMine } from './recorded-run.ts';
import { defined } from '../../domain/kernel/defined.ts';

export type RemoveCopies = Readonly<{ postId: string; postPlatformId: string; round: number }>;

const maxTries = 3;
/** The clock that wakes and the clock that acts may differ by this much. */
const clockToleranceMs = 1_000;

/**
 * The outcome of a try, copy by copy, and the error that ended it early: the remaining copies are
 * removed later.
 */
type Tried = Readonly<{ removals: readonly Removal[]; heldUpBy?: PlatformError }>;

const unconfirmed = (objects: readonly NativeObject[], detail: string): readonly Removal[] =>
  objects.map(({ nativeId }) => ({ nativeId, removed: false, reason: 'delete_not_confirmed', detail }));

/** An immediate repeat would be refused again. */
const isLimit = ({ kind, code, retryAfterSeconds }: PlatformError): boolean =>
  kind === 'not_stored' && (code === 'PLATFORM_RATE_LIMIT' || retryAfterSeconds !== undefined);

const tryToRemove = async (
  ports: PublishingPorts,
  destination: DestinationState,
  context: ActContext,
): Promise<Tried> => {
  const { accountId, platform, objects, publishedAt } = destination;
  if (objects.length === 0) {
    return { removals: [{ nativeId: '', removed: false, reason: 'no_platform_post_id' }] };
  }
  const known = new Set(destination.removals.flatMap(({ nativeId, removed }) => (removed ? [nativeId] : [])));
  let left = objects.filter(({ nativeId }) => !known.has(nativeId));
  const ended: Removal[] = [];
  let opened = await ports.accounts.open(accountId, context.workspaceId, context.mode);
  if (!opened) return { removals: unconfirmed(left, 'The account is disconnected.') };
  for (let attempt = 1; ; attempt++) {
    let halt: PlatformError;
    try {
      const { signal, now, wait } = context;
      const run = { ...opened, signal, now, wait, publishedAt: publishedAt ?? context.now().toISOString() };
      const removals = await ports.publishers(platform, context.mode).unpublish(left, run);
      const halted = new Map(
        removals.flatMap((one) => (!one.removed && one.halted ? [[one.nativeId, one.halted] as const] : [])),
      );
      ended.push(...removals.filter(({ nativeId }) => !halted.has(nativeId)));
      const [first] = halted.values();
      if (!first) return { removals: ended };
      left = left.filter(({ nativeId }) => halted.has(nativeId));
      halt = first;
    } catch (error) {
      if (context.signal.aborted || !(error instanceof PlatformError)) throw error;
      halt = error;
    }
    const tried: Tried = { removals: [...ended, ...unconfirmed(left, halt.message)] };
    const again = attempt < maxTries && halt.kind !== 'refused' && !isLimit(halt);
    if (!again) return halt.kind === 'not_stored' ? { ...tried, heldUpBy: halt } : tried;
    if (halt.kind === 'unauthorized') {
      opened = await ports.accounts.renew(accountId, context.workspaceId, context.mode);
      if (!opened) return tried;
    }
  }
};

/** Removes the copies of one destination, or records until when the platform has a rate limit. */
export const removeCopies = async (
  { postId, postPlatformId, round }: RemoveCopies,
  context: ActContext,
  ports: PublishingPorts,
): Promise<void> => {
  const loaded = await context.load(post, postId);
  const destination = loaded && destinationIn(loaded.state, postPlatformId);
  if (destination?.removal !== 'requested') return context.endInstance();
  // A run that recorded a wait and died before its instance was folded: the wait still applies.
  const dueAt = Date.parse(destination.removalWait?.dueAt ?? '');
  if (dueAt - context.now().getTime() > clockToleranceMs) return;
  await takePlaceAtServerOf(destination, context);
  if (!(await context.proveLease())) throw new NoLongerMine('the lease was lost before the copies were removed');
  const { removals, heldUpBy } = await tryToRemove(ports, destination, context);
  ports.onStep?.('removed', context.mode);
  const step = `removal/${postPlatformId}/${round}`;
  if (!heldUpBy) {
    await context.send(post, postId, { type: 'removal-settled', postPlatformId, removals }, { step });
    ports.onStep?.('removal-recorded', context.mode);
    return;
  }
  const retries = destination.removalWait?.retry ?? 0;
  const { retryAfterSeconds } = heldUpBy;
  await context.send(
    post,
    postId,
    {
      type: 'removal-held-up',
      postPlatformId,
      removals,
      retries,
      error: describeError(heldUpBy),
      now: context.now().toISOString(),
      ...defined({ retryAfterSeconds }),
    },
    { step: `${step}/wait/${retries}` },
  );
  ports.onStep?.('removal-postponed', context.mode);
};
