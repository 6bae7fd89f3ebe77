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
  description:
    'A destination with an unknown outcome is `failed` with the error code OUTCOME_UNKNOWN and a message ' +
    'with the next step. With autoArchiveDays a post becomes archived that many times 24 hours after its ' +
    'first copy went live. Posts beyond the limit of a changed plan are PAYMENT_PAUSED, those due last ' +
    'first, for 30 days. They resume, soonest first, when the plan has room: after an upgrade, or when a ' +
    'scheduled post goes out, is cancelled or is deleted. Those whose time has passed are then published ' +
    'immediately. A post that falls due while the workspace has more scheduled than its plan allows is ' +
    'paused too. `warnings` names the files of a waiting post that were deleted: it fails at once when it is due.',
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
