import { bulleted } from '../../domain/kernel/sentence.ts';
import { z } from 'zod';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';
import { platformCatalogue } from '../../domain/content/platform-catalogue.ts';
import { notFound } from '../../domain/kernel/refused.ts';
import { PostReply, presentPost } from '../contract/post.ts';
import { deletedFiles } from './deleted-files.ts';
import { listPosts } from './post-list.ts';
import { streamOf } from '../../domain/streams.ts';

/** GET /v1/posts/:id. */
export const getPost = readEndpoint({
  method: 'GET',
  path: '/v1/posts/:id',
  id: 'getPost',
  summary: 'One post',
  description: bulleted('A post with its destinations, approval and warnings.', [
    'A destination with an unknown outcome is `failed`, with the error code OUTCOME_UNKNOWN and the next step in the message.',
    'With autoArchiveDays a post becomes archived that many times 24 hours after its first copy went live.',
    'PAYMENT_PAUSED: the post is beyond the limit of a changed plan. The posts due last are paused first, for 30 days. A post is also paused if it falls due while the workspace has more scheduled posts than its plan allows.',
    'Paused posts resume, soonest first, when the plan has room: after an upgrade, or when a scheduled post goes out, is cancelled or is deleted. If its time has passed, a resumed post is published immediately.',
    '`warnings` names deleted files of a waiting post. Such a post fails at once when it is due.',
  ]),
  params: z.object({ id: Id }),
  reply: PostReply,
  reads: ['posts', 'deleted_media'],
  // #region past
  past: { origins: ({ id }) => ({ streams: [streamOf('post', id)] }) },
  // #endregion
  errors: ['NOT_FOUND'],
  run: async ({ params }, { db, caller }) => {
    const row = await db
      .selectFrom('posts')
      .select('view')
      .where('id', '=', params.id)
      .where('workspace_id', '=', caller.workspaceId)
      .executeTakeFirst();
    if (!row) throw notFound('Post');
    const warnings = await deletedFiles(row.view, db);
    return { body: { ...presentPost(row.view), ...(warnings.length > 0 && { warnings }) } };
  },
});

const listPlatforms = readEndpoint({
  method: 'GET',
  path: '/v1/platforms',
  id: 'listPlatforms',
  summary: 'The fifteen platforms and their limits',
  description: '`platforms` and `data` are the same list. A workspace may allow fewer of them.',
  reply: z.object({
    platforms: z.array(z.record(z.string(), z.unknown())),
    data: z.array(z.record(z.string(), z.unknown())),
  }),
  run: async () => {
    const platforms = platformCatalogue();
    return { body: { platforms, data: platforms } };
  },
});

export const postReads: readonly ReadEndpoint[] = [getPost, listPosts, listPlatforms];
