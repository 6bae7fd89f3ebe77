import { sql } from 'kysely';
import { presentMention, type Mention, type MentionView } from '../../domain/mentions/mention-view.ts';
import type { ReadContext } from '../kernel/endpoint.ts';

/** More than any person has in practice. */
const maxWorkspaces = 200;

/** The workspaces whose mentions a person sees: those that they are a member of, of the same mode. */
export const mentionedWorkspaces = async ({ db, caller }: ReadContext): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select('workspaces.id')
    .where('memberships.user_id', '=', caller.userId ?? '')
    .where('workspaces.mode', '=', caller.mode)
    .orderBy('memberships.joined_at')
    .orderBy('workspaces.id')
    .limit(maxWorkspaces)
    .execute();
  // The read model may lag behind the membership that let the person in.
  return [...new Set([caller.workspaceId, ...rows.map(({ id }) => id)])];
};

/** Mentions, in their order, each with its account and its post. */
export const presentedMentions = async (
  mentions: readonly MentionView[],
  { db }: ReadContext,
): Promise<readonly Mention[]> => {
  const workspaceIds = [...new Set(mentions.map(({ workspaceId }) => workspaceId))];
  const accountIds = [...new Set(mentions.map(({ accountId }) => accountId))];
  const postIds = [...new Set(mentions.flatMap(({ postId }) => postId ?? []))];
  const [accounts, posts] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', 'view'])
      .where(sql<boolean>`id = any(${accountIds})`)
      .where(sql<boolean>`workspace_id = any(${workspaceIds})`)
      .execute(),
    db
      .selectFrom('posts')
      .select(['id', 'view'])
      .where(sql<boolean>`id = any(${postIds})`)
      .where(sql<boolean>`workspace_id = any(${workspaceIds})`)
      .execute(),
  ]);
  const accountOf = new Map(accounts.map(({ id, view }) => [id, view]));
  const postOf = new Map(posts.map(({ id, view }) => [id, view]));
  return mentions.flatMap((mention) => {
    const account = accountOf.get(mention.accountId);
    return account ? [presentMention(mention, account, postOf.get(mention.postId ?? ''))] : [];
  });
};
