import { z } from 'zod';
import type { Account } from '../accounts/account-view.ts';
import { unreachable, type ViewFold } from '../kernel/decider.ts';
import type { Recorded } from '../kernel/event.ts';
import { PlatformKey, Platform } from '../platforms/platform.ts';
import type { PostView } from '../posts/view.ts';
import type { MentionEvent } from './mention-events.ts';

const fields = {
  id: z.string(),
  accountId: z.string(),
  postId: z.string().nullable().meta({ description: 'Null where this service did not make the post' }),
  platformMentionId: z.string(),
  platformMediaId: z.string().nullable(),
  authorId: z.string().meta({ description: 'May be a placeholder that cannot be resolved' }),
  authorUsername: z.string().nullable().meta({ description: 'Always null on Instagram' }),
  content: z.string().nullable(),
  permalinkUrl: z.string().nullable().meta({ description: 'Facebook only' }),
  read: z.boolean(),
  hidden: z.boolean(),
  hiddenAt: z.string().nullable(),
  platformCreatedAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** The stored form of a mention, which hide and unhide answer. */
export const StoredMention = z.object({ ...fields, platform: Platform }).meta({ id: 'StoredMention' });
export type StoredMention = Readonly<z.infer<typeof StoredMention>>;

/** A mention as clients see it. */
export const Mention = z
  .object({
    ...fields,
    platform: PlatformKey,
    account: z.object({
      id: z.string(),
      username: z.string(),
      displayName: z.string(),
      avatarUrl: z.string().nullable(),
      platform: PlatformKey,
    }),
    post: z
      .object({ id: z.string(), content: z.string() })
      .nullable()
      .meta({ description: 'Null where postId is null' }),
  })
  .meta({ id: 'Mention' });
export type Mention = Readonly<z.infer<typeof Mention>>;

/** The fold behind `Mention`. */
export type MentionView = Readonly<{
  id: string;
  workspaceId: string;
  contactId: string;
  accountId: string;
  platform: Platform;
  platformMentionId: string;
  platformMediaId: string | null;
  /** Absent where this service did not make the post. */
  postId?: string | undefined;
  authorId: string;
  authorUsername: string | null;
  content: string | null;
  permalinkUrl: string | null;
  platformCreatedAt: string;
  createdAt: string;
  updatedAt: string;
  read: boolean;
  hiddenAt: string | null;
}>;

const changed = (
  view: MentionView | undefined,
  { meta }: Recorded<MentionEvent>,
  change: Partial<MentionView>,
): MentionView | undefined => view && { ...view, ...change, updatedAt: meta.occurredAt };

export const mentionView: ViewFold<MentionView, MentionEvent> = {
  evolve: (view, event) => {
    switch (event.type) {
      case 'MentionReceived': {
        const { mentionId: id, ...received } = event.data;
        const { workspaceId, occurredAt } = event.meta;
        const times = { createdAt: occurredAt, updatedAt: occurredAt };
        return { id, workspaceId, ...received, ...times, read: false, hiddenAt: null };
      }
      case 'MentionRead':
        return changed(view, event, { read: true });
      case 'MentionHidden':
        return changed(view, event, { hiddenAt: event.meta.occurredAt });
      case 'MentionUnhidden':
        return changed(view, event, { hiddenAt: null });
      case 'MentionForgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

export const presentStoredMention = ({
  workspaceId: _workspace,
  contactId: _contact,
  ...view
}: MentionView): StoredMention => ({ ...view, postId: view.postId ?? null, hidden: view.hiddenAt !== null });

/** `post` is undefined where the mention is in none of this service, or the post no longer exists. */
export const presentMention = (view: MentionView, account: Account, post: PostView | undefined): Mention => {
  const { id, username, displayName, avatarUrl = null, platform } = account;
  return {
    ...presentStoredMention(view),
    postId: post?.id ?? null,
    platform: view.platform.toLowerCase(),
    account: { id, username, displayName, avatarUrl, platform },
    post: post ? { id: post.id, content: post.post.content.content } : null,
  };
};
