import { Unanswered } from './unanswered.ts';

/** Where bytes may be sent for a while: 15 minutes, by the contract of the API. */
export type Address = Readonly<{ url: string; headers: Readonly<Record<string, string>> }>;

/** What happens until the storage has the bytes. */
type Sending = Readonly<{
  /** What the person calls the bytes. */
  name: string;
  /** Sends all bytes, and answers the status of the storage. It throws `Unanswered` where the connection is lost. */
  put(address: Address): Promise<number>;
  /** Another address for the same file; undefined where the service says that the bytes have come. */
  renew(): Promise<Address | undefined>;
  wait(): Promise<void>;
  /** In milliseconds. */
  now(): number;
  /** Notes that the bytes wait, until the function that it answers is called. */
  noteWaiting(): () => void;
}>;

/** An address that is older gets no more attempts: a storage may cut the connection instead of saying that it has expired. */
const oldMs = 10 * 60_000;

/** How storages refuse an address that has expired: Google Cloud Storage by 400, all others by 403. */
const expiredStatuses: ReadonlySet<number> = new Set([400, 403]);

/**
 * Sends bytes until the storage has them, however long the connection is lost. A storage refuses an address that has expired;
 * the same bytes then go to another one. An address that is refused at its first attempt is no such case.
 */
export const storedUntilAnswered = async (first: Address, sending: Sending): Promise<void> => {
  const { name, put, renew, wait, now, noteWaiting } = sending;
  let address = first;
  let givenAt = now();
  let isFirstAttempt = true;
  let stopWaiting: (() => void) | undefined;
  try {
    for (;;) {
      const status = await put(address).catch((fault: unknown) => {
        if (fault instanceof Unanswered) return undefined;
        throw fault;
      });
      if (status !== undefined && status < 300) return;
      const isLost = status === undefined;
      const mayHaveExpired = expiredStatuses.has(status ?? 0) && !isFirstAttempt;
      if (!isLost && !mayHaveExpired) throw new Error(`The storage refused ${name} with ${status}.`);
      isFirstAttempt = false;
      if (isLost) {
        stopWaiting ??= noteWaiting();
        await wait();
      }
      if (isLost && now() - givenAt < oldMs) continue;
      const next = await renew();
      if (next === undefined) return;
      address = next;
      givenAt = now();
      isFirstAttempt = true;
    }
  } finally {
    stopWaiting?.();
  }
};
