import { addressOr, instantWithin, storableText } from '../platforms/foreign-text.ts';
import type { Platform } from '../platforms/platform.ts';
import type { MentionCommand } from './mention.ts';
import { defined } from '../kernel/defined.ts';

/** A mention as a platform reports it. */
export type NativeMention = Readonly<{
  nativeId: string;
  mediaId?: string | undefined;
  author: Readonly<{ id: string; username?: string | undefined }>;
  text?: string | undefined;
  createdAt: string;
  url?: string | undefined;
}>;

type Received = Readonly<{
  mention: NativeMention;
  account: Readonly<{ id: string; platform: Platform }>;
  /** The post of this service in which the account is mentioned. */
  postId?: string | undefined;
  mentionId: string;
  contactId: string;
  /** ISO 8601, on the workspace's clock. */
  now: string;
}>;

const textOrNull = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : storableText(text);

/** A platform's mention in the form in which this service stores it. Instagram names no handle. */
export const receivedMention = ({
  mention: { nativeId, mediaId, author, text, createdAt, url },
  account,
  postId,
  mentionId,
  contactId,
  now,
}: Received): Extract<MentionCommand, { type: 'receive-mention' }> => ({
  type: 'receive-mention',
  mentionId,
  contactId,
  accountId: account.id,
  platform: account.platform,
  platformMentionId: nativeId,
  platformMediaId: mediaId ?? null,
  ...defined({ postId }),
  authorId: storableText(author.id),
  authorUsername: account.platform === 'INSTAGRAM' ? null : textOrNull(author.username),
  content: textOrNull(text),
  permalinkUrl: account.platform === 'FACEBOOK' ? addressOr(null, url) : null,
  platformCreatedAt: instantWithin(createdAt, now),
});
