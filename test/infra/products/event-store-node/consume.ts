import type {
  PersistentAction,
  PersistentSubscriptionToAll,
  PersistentSubscriptionToStream,
} from '@eventstore/db-client';

export type Handled = Readonly<{ number: number | undefined; retryCount: number; answer: string }>;

const numberOf = (event: { event?: { data: unknown } | undefined }): number | undefined =>
  (event.event?.data as { number: number } | undefined)?.number;

/**
 * Answers for events until `count` have been handled, then leaves. An answer that reaches the server
 * together with the end of the call can be lost: `beforeLeaving` waits until it has had its effect.
 */
export const consume = async (
  subscription: PersistentSubscriptionToStream | PersistentSubscriptionToAll,
  count: number,
  handle: (event: { retryCount: number; number: number | undefined }) => PersistentAction | 'ack' | 'unknown' = () =>
    'ack',
  beforeLeaving: () => Promise<void> = () => Promise.resolve(),
): Promise<Handled[]> => {
  const handled: Handled[] = [];
  for await (const event of subscription) {
    const fact = { number: numberOf(event), retryCount: event.retryCount };
    const answer = handle(fact);
    handled.push({ ...fact, answer });
    if (answer === 'ack') await subscription.ack(event);
    // What the client has no name for it sends as the action `unknown`.
    else await subscription.nack(answer as PersistentAction, 'test', event);
    if (handled.length === count) break;
  }
  await beforeLeaving();
  await subscription.unsubscribe();
  return handled;
};

export const numbersHandled = (handled: readonly Handled[]): (number | undefined)[] =>
  handled.map((event) => event.number);

/** Waits until something holds; fails after ten seconds. */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const end = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it never came to that');
    await new Promise(setImmediate);
  }
};
