import type { Mode } from '../../../domain/kernel/mode.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { CommentSources, ReadComments } from '../../../commands/comments/ports.ts';
import type { DatedPost } from '../../../domain/comments/reading-schedule.ts';
import type { Community } from '../../../domain/platforms/community.ts';
import { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { PostView } from '../../../domain/posts/view.ts';
import type { ReadModels } from '../../../projections/database.ts';
import type { AdaptersByMode } from '../accounts/platform-connectors.ts';
import type { TokenScope, TokenSource } from '../accounts/token-source.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { measuredComments } from '../measured/measured-calls.ts';

type Parts = Readonly<{
  db: Kysely<ReadModels>;
  adapters: AdaptersByMode;
  tokens: Pick<TokenSource, 'credentialsFor' | 'renewedSince'>;
  metrics: Pick<Metrics, 'platformCalls'>;
  now(mode: Mode): Date;
  /** Settles once the read models of posts and accounts have come as far as the log, or after a bounded time. */
  settled(): Promise<void>;
}>;

/**
 * How long all calls of one read may take together: clients wait half a minute, proxies hardly
 * longer.
 */
const patienceMs = 25_000;

const maxAccounts = 100;

/** The live copies of a post on an account. */
const liveOn = (accountId: string, { id, post }: PostView): readonly DatedPost[] =>
  post.destinations.flatMap(({ accountId: where, publishedAt, removal, objects }) => {
    const [root] = objects;
    if (where !== accountId || publishedAt === null || removal === 'removed' || !root) return [];
    const own = objects.filter(({ kind }) => kind !== 'comment');
    const objectIds = own.map(({ nativeId }) => nativeId);
    return [{ postId: id, platformPostId: root.nativeId, objectIds, publishedAt }];
  });

/** Comments as the platforms show them, read with the tokens of publishing. */
export const commentSources = ({ db, adapters, tokens, metrics, now, settled }: Parts): CommentSources => {
  const communityOf = (platform: Parameters<CommentSources['has']>[0], mode: TokenScope['mode']): Community =>
    adapters[mode]?.get(platform)?.community ?? {};

  return {
    has: (platform, mode) => communityOf(platform, mode).comments !== undefined,

    async open({ id, platform }, scope): Promise<ReadComments> {
      const comments = measuredComments(platform, communityOf(platform, scope.mode), metrics);
      const first = await tokens.credentialsFor(id, scope);
      const signal = AbortSignal.timeout(patienceMs);
      const context = {
        signal,
        now: () => now(scope.mode),
        wait: (milliseconds: number) => pause(milliseconds, undefined, { signal }),
      };
      // Retried once only. A platform that refuses the newer token too has another reason, mostly a
      // missing permission. So no refusal here marks the account's token as dead.
      let renewal: ReturnType<typeof tokens.renewedSince> | undefined;
      return async ({ platformPostId }, after) => {
        const post = { nativeId: platformPostId, kind: 'post' } as const;
        const ask = ({ account, credentials }: typeof first) =>
          comments(post, after === undefined ? {} : { after }, { ...context, account, credentials });
        const renewed = renewal;
        try {
          return await ask(renewed === undefined ? first : await renewed);
        } catch (error) {
          if (!(error instanceof PlatformError) || error.kind !== 'unauthorized' || renewed !== undefined) throw error;
          return ask(await (renewal ??= tokens.renewedSince(id, scope, first.tokenVersion)));
        }
      };
    },

    async accounts(workspaceId) {
      await settled();
      const rows = await db
        .selectFrom('accounts')
        .select(['id', 'platform'])
        .where('workspace_id', '=', workspaceId)
        .where('status', '!=', 'disconnected')
        .orderBy('id', 'desc')
        .limit(maxAccounts)
        .execute();
      return rows.map((row) => ({ id: row.id, platform: Platform.parse(row.platform) }));
    },

    async livePosts({ id, workspaceId }, { since, limit, asIs = false }) {
      if (!asIs) await settled();
      const rows = await db
        .selectFrom('posts')
        .select('view')
        .where('workspace_id', '=', workspaceId)
        .where('calendar_at', '>=', since)
        .where(sql<boolean>`account_ids @> ${[id]}`)
        // One copy may be live while another of the same post is still tried.
        .where((eb) => eb.or([eb('published_at', 'is not', null), eb('status', '=', 'publishing')]))
        .orderBy('calendar_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ view }) => liveOn(id, view));
    },

    async known(workspaceId, ids) {
      const { rows } = await sql<{ id: string; content: string }>`
        select id, view->>'content' as content from comments
        where id = any(${ids}) and workspace_id = ${workspaceId}`.execute(db);
      return new Map(rows.map(({ id, content }) => [id, content]));
    },
  };
};
