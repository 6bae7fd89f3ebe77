import type { LivingContact, SentMessage } from './contact-state.ts';

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

/** The failed message that this one repeats, where the platform may have it after all. */
export const earlierTry = (
  { messages }: Pick<LivingContact, 'messages'>,
  { messageId, origin }: Pick<SentMessage, 'messageId' | 'origin'>,
): SentMessage | undefined => {
  if (origin.kind === 'direct') return undefined;
  const name = JSON.stringify(origin);
  const last = messages.findLast((each) => each.messageId !== messageId && JSON.stringify(each.origin) === name);
  return last?.failure?.nothingStored === true && last.failure.code !== 'PLATFORM_RATE_LIMIT' ? last : undefined;
};
