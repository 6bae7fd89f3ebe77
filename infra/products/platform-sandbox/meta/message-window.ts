import type { MetaSession } from './session.ts';

const windowMs = 24 * 3600_000;

/**
 * Whether a person may be messaged: their last message is less than a day old. A person without
 * messages in the sandbox counts as one who wrote before it started.
 */
export const isWindowOpen = async ({ call, account }: MetaSession, recipient: string): Promise<boolean> => {
  const heard = await call.world.store.objects({
    platform: account.platform,
    accountNativeId: account.nativeId,
    direction: 'received',
    kinds: ['message'],
    limit: 1000,
  });
  const last = heard.find(({ data }) => data['authorId'] === recipient);
  return !last || call.world.now().getTime() - Date.parse(last.createdAt) <= windowMs;
};

export const windowClosed = {
  code: 10,
  subcode: 2018278,
  message: '(#10) This message is sent outside of allowed window. Learn more about the new policy.',
} as const;
