import { counted, ended } from '../kernel/sentence.ts';
import type { Platform } from '../platforms/platform.ts';

/** The result of reading an account's comments. */
export type SyncResult = Readonly<{
  /** False where the platform has no way to read comments. */
  isSupported?: false;
  synced?: number;
  errors?: number;
  /** The platform's message for the first post that could not be read. */
  reason?: string | undefined;
  posts?: number;
  /** There were more comments than one request stores. */
  more?: boolean;
}>;

/** The result, for people. */
export const syncMessage = (
  platform: Platform,
  { isSupported, synced = 0, errors = 0, reason, posts = 0, more = false }: SyncResult,
): string => {
  if (isSupported === false) return `${platform} returns no comments to applications.`;
  if (posts === 0) return 'The account has no recent live posts to read comments of.';
  const sentences = [`${counted(synced, 'new comment')} on ${counted(posts, 'recent post')}.`];
  if (errors > 0) sentences.push(ended(`${counted(errors, 'post')} could not be read: ${reason ?? 'no answer'}`));
  if (more) sentences.push('There are more: sync again.');
  return sentences.join(' ');
};
