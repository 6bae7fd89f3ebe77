import { counted, ended } from '../kernel/sentence.ts';
import type { Platform } from '../platforms/platform.ts';

/** What a reading of an account's comments came to. */
export type SyncResult = Readonly<{
  /** False where the platform has no way to read comments. */
  isSupported?: false;
  synced?: number;
  errors?: number;
  /** What the platform said of the first post that could not be read. */
  reason?: string | undefined;
  posts?: number;
  /** More were found than one request takes in. */
  more?: boolean;
}>;

/** What came of it, for people. */
export const syncMessage = (
  platform: Platform,
  { isSupported, synced = 0, errors = 0, reason, posts = 0, more = false }: SyncResult,
): string => {
  if (isSupported === false) return `${platform} shows no comments to applications.`;
  if (posts === 0) return 'The account has no recent live posts to read comments of.';
  const sentences = [`${counted(synced, 'new comment')} under ${counted(posts, 'recent post')}.`];
  if (errors > 0) sentences.push(ended(`${counted(errors, 'post')} could not be read: ${reason ?? 'no answer'}`));
  if (more) sentences.push('There are more: sync again.');
  return sentences.join(' ');
};
