import type { Mode } from '../../../domain/kernel/mode.ts';
import type { Kysely } from 'kysely';
import type { Caller } from '../../../read-api/contract/caller.ts';
import type { ReadContext, ReadEndpoint } from '../../../read-api/kernel/endpoint.ts';
import { account } from '../../../domain/accounts/account.ts';
import { comment } from '../../../domain/comments/comment.ts';
import type { Json } from '../../../domain/kernel/differences.ts';
import type { Moment } from '../../../read-api/kernel/as-of.ts';
import { media } from '../../../domain/media/media.ts';
import type { UrlOf } from '../../../domain/media/media-view.ts';
import { post } from '../../../domain/posts/post.ts';
import { user } from '../../../domain/users/user.ts';
import { workspace } from '../../../domain/workspaces/workspace.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { Projection } from '../../../projections/kernel/projection.ts';
import { getAccount } from '../../../read-api/accounts/account-details.ts';
import { getComment } from '../../../read-api/comments/one-comment.ts';
import { bodyAt } from '../../../read-api/kernel/answer-at.ts';
import { getMedia } from '../../../read-api/media/media-reads.ts';
import { getPost } from '../../../read-api/posts/post-reads.ts';
import { getMe } from '../../../read-api/users/user-reads.ts';
import { getWorkspace } from '../../../read-api/workspaces/workspace-reads.ts';
import type { ServiceEventStore } from '../../stores/event-store/service-event-store.ts';
import { PastReadModels } from './past-read-models.ts';

/** The resources operators may ask about, by category of stream. */
export const askedKinds = ['post', 'account', 'media', 'comment', 'workspace', 'user'] as const;
export type AskedKind = (typeof askedKinds)[number];

type Parts = Readonly<{
  store: ServiceEventStore;
  db: Kysely<ReadModels>;
  /** Every read model: `allProjections`. */
  projections: readonly Projection[];
  /** `ObjectStorage.publicUrl`. */
  urlOf: UrlOf;
}>;

/**
 * The answer of the API about a resource at a moment, for operators' programs beside the service.
 * It is the body of the GET, undefined where the resource did not exist; `differences` of
 * `domain/kernel` compares two of them. Throws VALIDATION_ERROR for a moment in the future. `now`
 * is the time on the clock of the resource's workspace.
 */
export const answersForOperators = (parts: Parts) => {
  const { store, db } = parts;
  const past = new PastReadModels({ ...parts, sealed: store.view({ as: 'lifted' }) });
  const endpoints: Readonly<Record<AskedKind, Readonly<{ category: string; endpoint: ReadEndpoint }>>> = {
    post: { category: post.category, endpoint: getPost },
    account: { category: account.category, endpoint: getAccount },
    media: { category: media.category, endpoint: getMedia(parts.urlOf) },
    comment: { category: comment.category, endpoint: getComment },
    workspace: { category: workspace.category, endpoint: getWorkspace },
    user: { category: user.category, endpoint: getMe },
  };

  return async (
    thing: Readonly<{ kind: AskedKind; id: string }>,
    moment: Moment,
    now: (mode: Mode) => Date,
  ): Promise<Json | undefined> => {
    const { category, endpoint } = endpoints[thing.kind];
    const { events } = await store.read(`${category}-${thing.id}`, { limit: 1 });
    const meta = events[0]?.meta;
    if (!meta) return undefined;
    const caller: Caller = {
      kind: 'api_key',
      workspaceId: meta.workspaceId,
      mode: meta.mode,
      plan: 'agency',
      scopes: ['*'],
      userId: thing.id,
      keyId: undefined,
      role: undefined,
      address: undefined,
    };
    const context: ReadContext = { caller, db, past, now: now(meta.mode).toISOString() };
    await past.requireReached(moment, context.now, 'asOf');
    const asked = { params: { id: thing.id }, query: {}, body: {}, header: () => undefined };
    return bodyAt(endpoint, asked, context, moment);
  };
};
