import type { SentMessage } from './contact-state.ts';

/** A failed message that is worth another send, and after how long at the earliest. */
export type LaterTry = Readonly<{ afterSeconds: number }>;

/**
 * Whether a failed message may be sent again: only where the platform certainly stored nothing, and
 * where the account can still send. The next send is a message of its own.
 */
export const laterTry = ({ failure }: Pick<SentMessage, 'failure'>): LaterTry | undefined => {
  if (failure?.nothingStored !== true || failure.code === 'ACCOUNT_DISCONNECTED') return undefined;
  return { afterSeconds: failure.retryAfterSeconds ?? 0 };
};
