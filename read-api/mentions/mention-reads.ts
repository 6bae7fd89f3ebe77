import { sql } from 'kysely';
import { z } from 'zod';
import { Mention, presentMention, type MentionView } from '../../domain/mentions/mention-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { metaOf, PageMeta } from '../contract/page-meta.ts';
import { Id } from '../contract/fields.ts';
import { flag } from '../comments/comment-lists.ts';
import { readEndpoint, type ReadContext, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery } from '../kernel/page.ts';

/** Mentions, in their order, each with its account. */
const presented = async (
  mentions: readonly MentionView[],
  { db, caller: { workspaceId } }: ReadContext,
): Promise<readonly Mention[]> => {
  const ids = [...new Set(mentions.map(({ accountId }) => accountId))];
  const accounts = await db
    .selectFrom('accounts')
    .select(['id', 'shown'])
    .where(sql<boolean>`id = any(${ids})`)
    .where('workspace_id', '=', workspaceId)
    .execute();
  const accountOf = new Map(accounts.map(({ id, shown }) => [id, shown]));
  return mentions.flatMap((mention) => {
    const account = accountOf.get(mention.accountId);
    return account ? [presentMention(mention, account)] : [];
  });
};

const reads = ['mentions', 'accounts'] as const;

/** GET /v1/inbox/mentions */
const listMentions = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/mentions',
  id: 'listMentions',
  summary: "The mentions of a workspace's accounts, newest first",
  description:
    'Newest first by the time of writing. Mentions come from the webhooks of Facebook Pages and Instagram; other ' +
    'platforms give an empty list. Hidden mentions appear with `hiddenOnly=true` only, and then alone. `total` counts ' +
    'the mentions that the filters leave. The list is that of the workspace of the session (X-Workspace-Id).',
  query: z.object({
    ...numberedQuery,
    platform: z
      .string()
      .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
      .optional()
      .meta({ description: 'In any casing' }),
    accountId: Id.optional(),
    unreadOnly: flag('Only mentions that were not read'),
    hiddenOnly: flag('Only hidden mentions (true), or only the others (false, the default)'),
  }),
  reply: z.object({ data: z.array(Mention), meta: PageMeta }),
  errors: ['VALIDATION_ERROR'],
  reads,
  run: async ({ query }, context) => {
    const { page, limit, platform, accountId, unreadOnly = false, hiddenOnly = false } = query;
    let chosen = context.db
      .selectFrom('mentions')
      .where('workspace_id', '=', context.caller.workspaceId)
      .where('hidden', '=', hiddenOnly);
    const constant = platform === undefined ? undefined : platformFrom(platform);
    if (constant !== undefined) chosen = chosen.where('platform', '=', constant);
    if (accountId !== undefined) chosen = chosen.where('account_id', '=', accountId);
    if (unreadOnly) chosen = chosen.where('read', '=', false);
    const [rows, { total }] = await Promise.all([
      chosen
        .select('shown')
        .orderBy('platform_created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      chosen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const data = await presented(
      rows.map(({ shown }) => shown),
      context,
    );
    return { body: { data, meta: metaOf(page, limit, total) } };
  },
});

/** GET /v1/inbox/mentions/stats */
const getMentionStats = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/mentions/stats',
  id: 'getMentionStats',
  summary: 'How many mentions were not read',
  description: 'The count includes hidden mentions.',
  reply: z.object({ unreadCount: z.int() }),
  reads: ['mentions'],
  run: async (_asked, { db, caller: { workspaceId } }) => {
    const { unread } = await db
      .selectFrom('mentions')
      .select(sql<number>`count(*)::int`.as('unread'))
      .where('workspace_id', '=', workspaceId)
      .where('read', '=', false)
      .executeTakeFirstOrThrow();
    return { body: { unreadCount: unread } };
  },
});

/** GET /v1/inbox/mentions/:id */
const getMention = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/mentions/:id',
  id: 'getMention',
  summary: 'One mention',
  params: z.object({ id: Id }),
  reply: Mention,
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id } }, context) => {
    const row = await context.db
      .selectFrom('mentions')
      .select('shown')
      .where('id', '=', id)
      .where('workspace_id', '=', context.caller.workspaceId)
      .executeTakeFirst();
    const [body] = row ? await presented([row.shown], context) : [];
    if (!body) throw notFound('mention');
    return { body };
  },
});

/** The read endpoints of mentions. */
export const mentionReads: readonly ReadEndpoint[] = [listMentions, getMentionStats, getMention];
