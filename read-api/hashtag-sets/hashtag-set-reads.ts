import { sql } from 'kysely';
import { z } from 'zod';
import type { HashtagSetView } from '../../domain/hashtag-sets/hashtag-set-view.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { streamOf } from '../../domain/streams.ts';
import { Id } from '../contract/fields.ts';
import { HashtagSetReply } from '../contract/hashtag-set.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { cursorPage, cursorQuery, decodeCursor, limitOf } from '../kernel/page.ts';

const params = z.object({ id: Id });
/** The moment of the last change, and the id. */
const SortKey = z.tuple([z.iso.datetime(), z.string().max(25)]);

const present = (view: HashtagSetView) => ({ ...view, tags: [...view.tags] });

const listHashtagSets = readEndpoint({
  method: 'GET',
  path: '/v1/hashtag-sets',
  id: 'listHashtagSets',
  summary: 'The hashtag sets of the workspace, the last changed first',
  description: 'A set that changes while the list is read moves to its beginning.',
  query: z.object({ ...cursorQuery, limit: limitOf(50) }),
  reply: z.object({
    data: z.array(HashtagSetReply),
    pagination: z.object({ nextCursor: z.string().nullable(), hasMore: z.boolean() }),
  }),
  reads: ['hashtag_sets'],
  async run({ query: { limit, cursor } }, { caller, db }) {
    const before = decodeCursor(SortKey, cursor);
    let wanted = db.selectFrom('hashtag_sets').select('view').where('workspace_id', '=', caller.workspaceId);
    if (before) wanted = wanted.where(sql<boolean>`(updated_at, id) < (${before[0]}::timestamptz, ${before[1]})`);
    const rows = await wanted
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute();
    const page = cursorPage(rows, limit, ({ view: { updatedAt, id } }) => [updatedAt, id]);
    const { nextCursor, hasMore } = page;
    return { body: { data: page.items.map(({ view }) => present(view)), pagination: { nextCursor, hasMore } } };
  },
});

const getHashtagSet = readEndpoint({
  method: 'GET',
  path: '/v1/hashtag-sets/:id',
  id: 'getHashtagSet',
  summary: 'One hashtag set',
  description: 'The hashtags are in the order in which they were given.',
  params,
  reply: z.object({ data: HashtagSetReply }),
  reads: ['hashtag_sets'],
  past: { origins: ({ id }) => ({ streams: [streamOf('hashtagSet', id)] }) },
  async run({ params: { id } }, { caller, db }) {
    const row = await db
      .selectFrom('hashtag_sets')
      .select('view')
      .where('id', '=', id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('hashtag set');
    return { body: { data: present(row.view) } };
  },
});

/** The read endpoints of hashtag sets. */
export const hashtagSetReads: readonly ReadEndpoint[] = [listHashtagSets, getHashtagSet];
