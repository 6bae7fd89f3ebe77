import { sql } from 'kysely';
import { z } from 'zod';
import { Mention } from '../../domain/mentions/mention-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { platformFrom } from '../../domain/platforms/platform.ts';
import { metaOf, PageMeta } from '../contract/page-meta.ts';
import { Id } from '../contract/fields.ts';
import { flag } from '../comments/comment-lists.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { numberedQuery } from '../kernel/page.ts';
import { mentionedWorkspaces, presentedMentions } from './presented-mentions.ts';

const reads = ['mentions', 'accounts', 'posts', 'memberships', 'workspaces'] as const;

/** A single workspace is compared by itself, so that its index also gives the order. */
const within = ([first = '', ...others]: readonly string[]) =>
  others.length === 0 ? sql<boolean>`workspace_id = ${first}` : sql<boolean>`workspace_id = any(${[first, ...others]})`;

/** GET /v1/inbox/mentions */
const listMentions = readEndpoint({
  method: 'GET',
  path: '/v1/inbox/mentions',
  id: 'listMentions',
  summary: "The mentions of the accounts of a person's workspaces, newest first",
  description:
    'Newest first by the time of writing. Mentions come from the webhooks of Facebook Pages and Instagram; other ' +
    'platforms give an empty list. Hidden mentions appear with `hiddenOnly=true` only, and then alone. `total` counts ' +
    'the mentions that the filters leave. The list holds the mentions of all workspaces of the person; `workspaceId` ' +
    'chooses one of these.',
  query: z.object({
    ...numberedQuery,
    platform: z
      .string()
      .refine((text) => platformFrom(text) !== undefined, 'not a platform of this service')
      .optional()
      .meta({ description: 'In any casing' }),
    accountId: Id.optional(),
    workspaceId: Id.optional().meta({ description: 'One of the workspaces of the person; by default all' }),
    unreadOnly: flag('Only mentions that were not read'),
    hiddenOnly: flag('Only hidden mentions (true), or only the others (false, the default)'),
  }),
  reply: z.object({ data: z.array(Mention), meta: PageMeta }),
  errors: ['VALIDATION_ERROR'],
  reads,
  run: async ({ query }, context) => {
    const { page, limit, platform, accountId, workspaceId, unreadOnly = false, hiddenOnly = false } = query;
    const all = await mentionedWorkspaces(context);
    const workspaceIds = workspaceId === undefined ? all : all.filter((id) => id === workspaceId);
    let chosen = context.db.selectFrom('mentions').where(within(workspaceIds)).where('hidden', '=', hiddenOnly);
    const constant = platform === undefined ? undefined : platformFrom(platform);
    if (constant !== undefined) chosen = chosen.where('platform', '=', constant);
    if (accountId !== undefined) chosen = chosen.where('account_id', '=', accountId);
    if (unreadOnly) chosen = chosen.where('read', '=', false);
    const [rows, { total }] = await Promise.all([
      chosen
        .select('view')
        .orderBy('platform_created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
      chosen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const data = await presentedMentions(
      rows.map(({ view }) => view),
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
  description: 'In all workspaces of the person. The count includes hidden mentions.',
  reply: z.object({ unreadCount: z.int() }),
  reads: ['mentions', 'memberships', 'workspaces'],
  run: async (_asked, context) => {
    const { unread } = await context.db
      .selectFrom('mentions')
      .select(sql<number>`count(*)::int`.as('unread'))
      .where(within(await mentionedWorkspaces(context)))
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
  description: 'Of any workspace of the person. `post` is the post of this service in which the account is mentioned.',
  params: z.object({ id: Id }),
  reply: Mention,
  errors: ['NOT_FOUND'],
  reads,
  run: async ({ params: { id } }, context) => {
    const row = await context.db
      .selectFrom('mentions')
      .select('view')
      .where('id', '=', id)
      .where(within(await mentionedWorkspaces(context)))
      .executeTakeFirst();
    const [body] = row ? await presentedMentions([row.view], context) : [];
    if (!body) throw notFound('mention');
    return { body };
  },
});

/** The read endpoints of mentions. */
export const mentionReads: readonly ReadEndpoint[] = [listMentions, getMentionStats, getMention];
