import { broadcastBatch, isOpen, type Delivery } from '../../domain/broadcasts/batch.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import type { BroadcastContent } from '../../domain/broadcasts/broadcast-events.ts';
import { messagesPerSecond } from '../../domain/broadcasts/message-rates.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { recentEnough } from '../kernel/while-wanted.ts';
import type { BroadcastPorts, MessageOutcome } from './ports.ts';
import { pause } from '../../commands/kernel/timers.ts';

/** The messages whose intents are recorded together, and whose calls run at the same time. */
const together = 10;
/** A message that the platform stored nothing of is sent again so often, after so many minutes. */
const retryMinutes = [2, 4, 8];

type BatchRun = Readonly<{ broadcastId: string; batchId: string; round: number }>;

/** What is left of a batch after a pass over it. */
type Rest = Readonly<{ postponedUntil: string | null; lookAt: string | null; isPlatformBusy: boolean }>;

const nothingLeft: Rest = { postponedUntil: null, lookAt: null, isPlatformBusy: false };

/**
 * The content while the broadcast is being sent; undefined while it is paused. A pause by this
 * process counts at once, and one by another node within a second.
 */
const contentOf = async (broadcastId: string, context: ActContext): Promise<BroadcastContent | undefined> => {
  const state = (await context.load(broadcast, broadcastId, recentEnough))?.state;
  return state?.kind === 'existing' && state.status === 'SENDING' ? state.content : undefined;
};

/** Waits for the turn of a group at its accounts; false where it need not wait. */
const waitForTurn = async (
  group: readonly Delivery[],
  { sender }: BroadcastContent,
  { messagePace }: BroadcastPorts,
): Promise<boolean> => {
  const messages = group.map(({ contactId, platform }) => ({ contactId, seconds: 1 / messagesPerSecond(platform) }));
  const waitMs = await messagePace.take({ accountId: sender?.accountId, messages });
  if (waitMs > 0) await pause(waitMs);
  return waitMs > 0;
};

/** When a message is sent again; undefined when it has been tried often enough. */
const retryAt = (
  { postponements }: Delivery,
  { retryAfterSeconds }: Extract<MessageOutcome, { outcome: 'postponed' }>,
  now: Date,
): string | undefined => {
  const minutes = retryMinutes[postponements];
  if (minutes === undefined) return undefined;
  return new Date(now.getTime() + Math.max(minutes * 60, retryAfterSeconds) * 1000).toISOString();
};

const latest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;
const earliest = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other < one) ? other : one;

/** Sends a group, or finds out what became of it, and records the outcomes. */
const sendGroup = async (
  group: readonly Delivery[],
  {
    name,
    run: { broadcastId, batchId, round },
    content,
  }: Readonly<{ name: string; run: BatchRun; content: BroadcastContent }>,
  context: ActContext,
  ports: BroadcastPorts,
): Promise<Rest> => {
  const deliveryIds = group.map(({ deliveryId }) => deliveryId);
  // The events of the contacts' own streams bracket each call. This one shows that the group is on its way.
  await context.send(broadcastBatch, batchId, { type: 'start-deliveries', deliveryIds }, { step: `start/${name}` });
  const results = await Promise.allSettled(
    group.map(({ deliveryId, contactId, postponements }) =>
      ports.sendBroadcastMessage(
        {
          messageId: `${deliveryId}.${round}.${postponements}`,
          contactId,
          broadcastId,
          deliveryId,
          text: content.messageTemplate,
          accountId: content.sender?.accountId,
        },
        context,
      ),
    ),
  );
  const delivered: string[] = [];
  const failed: { deliveryId: string; code: string }[] = [];
  const postponed: string[] = [];
  let rest = nothingLeft;
  for (const [index, delivery] of group.entries()) {
    const result = results[index];
    if (result?.status !== 'fulfilled') continue;
    const { deliveryId } = delivery;
    const { value } = result;
    switch (value.outcome) {
      case 'sent':
        delivered.push(deliveryId);
        break;
      case 'failed':
        failed.push({ deliveryId, code: value.code });
        break;
      case 'postponed': {
        const until = retryAt(delivery, value, context.now());
        if (until === undefined) failed.push({ deliveryId, code: value.code });
        else {
          postponed.push(deliveryId);
          const isPlatformBusy = rest.isPlatformBusy || value.isPlatformBusy;
          rest = { ...rest, postponedUntil: latest(rest.postponedUntil, until), isPlatformBusy };
        }
        break;
      }
      case 'undecided':
        rest = { ...rest, lookAt: earliest(rest.lookAt, value.lookAt) };
        break;
      default:
        value satisfies never;
    }
  }
  const end = { type: 'end-deliveries', delivered, failed, postponed } as const;
  await context.send(broadcastBatch, batchId, end, { step: `end/${name}` });
  const fault = results.find((result) => result.status === 'rejected');
  if (fault) throw fault.reason;
  return rest;
};

/**
 * Sends what is left of a batch. A delivery that an earlier run began keeps the name of its message,
 * so the contact's stream knows whether it was sent: it is never sent a second time.
 */
export const sendBatch = async (run: BatchRun, context: ActContext, ports: BroadcastPorts): Promise<void> => {
  const { broadcastId, batchId, round } = run;
  const batch = (await context.load(broadcastBatch, batchId))?.state;
  if (!batch || batch.round !== round) throw new Error(`batch ${batchId} is not in round ${round}`);
  const open = batch.deliveries.filter(isOpen);
  // What an earlier run began comes first: its outcome may be lost with time.
  const begun = open.filter(({ status }) => status === 'DELIVERING');
  const queue = [...begun, ...open.filter(({ status }) => status === 'PENDING')];
  let rest = nothingLeft;
  for (let first = 0; first < queue.length && !rest.isPlatformBusy; first += together) {
    const group = queue.slice(first, first + together);
    let content = await contentOf(broadcastId, context);
    if (content && (await waitForTurn(group, content, ports))) content = await contentOf(broadcastId, context);
    // A pause takes effect between two groups. The lane goes on when the broadcast is resumed.
    if (!content) return;
    if (!(await context.proveLease())) throw new Error('the lease was lost before anything was sent');
    const after = await sendGroup(group, { name: `${context.run}/${first}`, run, content }, context, ports);
    rest = {
      postponedUntil: latest(rest.postponedUntil, after.postponedUntil),
      lookAt: earliest(rest.lookAt, after.lookAt),
      isPlatformBusy: after.isPlatformBusy,
    };
  }
  const resumeAt = rest.postponedUntil ?? rest.lookAt;
  const pass = { type: 'pass-batch', round, resumeAt, isPlatformBusy: rest.isPlatformBusy } as const;
  await context.send(broadcastBatch, batchId, pass, { step: `pass/${context.run}`, last: true });
};
