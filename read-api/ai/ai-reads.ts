import { z } from 'zod';
import { AnsweredInstant } from '../../domain/kernel/answered-times.ts';
import type { AiNames } from '../../domain/ai/ai-provider.ts';
import { heatmapOf, nextBestTimes, reasonOf, weightOfHistory, type PublishedHour } from '../../domain/ai/best-times.ts';
import type { Mode } from '../../domain/kernel/mode.ts';
import { Platform, PlatformKey } from '../../domain/platforms/platform.ts';
import { accountRow } from '../accounts/account-details.ts';
import { Id } from '../contract/fields.ts';
import { readEndpoint, type ReadEndpoint } from '../kernel/endpoint.ts';

export type AiReadPorts = Readonly<{
  /** Refuses AI_SUBSCRIPTION where the plan has no AI. */
  requireAi(workspaceId: string, now: string): Promise<void>;
  hasAi(workspaceId: string, now: string): Promise<boolean>;
  /** The provider of the service; undefined where none is configured. */
  names(mode: Mode): AiNames | undefined;
  publishedHours(
    asked: Readonly<{ workspaceId: string; platforms: readonly Platform[]; timezone: string; now: string }>,
  ): Promise<readonly PublishedHour[]>;
}>;

/** The timezone of a workspace without a queue of its own. */
const usualTimezone = 'UTC';

const getAiStatus = (ports: AiReadPorts) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/ai/status',
    id: 'getAiStatus',
    summary: 'Whether AI can be used, and whose',
    description:
      "`provider` and `model` are those of the workspace's own key where it has one, else those of the service. " +
      '`enabled` is whether the plan or the add-on has AI; this endpoint answers without it as well. `lastUpdated` is ' +
      'when the own key was set or removed, null before.',
    reply: z.object({
      configured: z.boolean(),
      enabled: z.boolean(),
      provider: z.string().nullable(),
      model: z.string().nullable(),
      lastUpdated: z.string().nullable(),
    }),
    reads: ['ai_keys'],
    async run(_asked, { caller, db, now }) {
      const { workspaceId, mode } = caller;
      const row = await db
        .selectFrom('ai_keys')
        .select('view')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      const own = row?.view.provider == null ? undefined : row.view;
      const names = own ?? ports.names(mode);
      return {
        body: {
          configured: names !== undefined,
          enabled: await ports.hasAi(workspaceId, now),
          provider: names?.provider ?? null,
          model: names?.model ?? null,
          lastUpdated: row?.view.updatedAt ?? null,
        },
      };
    },
  });

const suggestTime = (ports: AiReadPorts) =>
  readEndpoint({
    method: 'GET',
    path: '/v1/ai/suggest-time/:accountId',
    id: 'suggestTime',
    summary: 'When to post with an account',
    description:
      'Costs no credits. From the engagements of what the workspace published on the platform in the last 90 days (from ' +
      'how often it published, until engagements are measured), beside a general table. ' +
      '`suggestedTime` and `alternatives` (up to three, on other days) are instants of the next seven days; `timezone` ' +
      "is that of the workspace's queue, in which days and hours are counted. `confidence` is 0 to 1: how much the " +
      "workspace's own history decides, at least 0.3.",
    params: z.object({ accountId: Id }),
    reply: z.object({
      accountId: z.string(),
      platform: PlatformKey,
      suggestedTime: z.string(),
      timezone: z.string(),
      confidence: z.number(),
      reasoning: z.string(),
      alternatives: z.array(z.object({ time: AnsweredInstant, score: z.number() })),
    }),
    reads: ['accounts', 'queues', 'best_hours', 'post_metrics'],
    errors: ['AI_SUBSCRIPTION', 'NOT_FOUND'],
    async run({ params: { accountId } }, { caller: { workspaceId }, db, now }) {
      await ports.requireAi(workspaceId, now);
      const platform = Platform.parse((await accountRow(db, accountId, workspaceId)).platform);
      const queue = await db
        .selectFrom('queues')
        .select('schedule')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      const timezone = queue?.schedule.timezone ?? usualTimezone;
      const hours = await ports.publishedHours({ workspaceId, platforms: [platform], timezone, now });
      const [best, ...others] = nextBestTimes(heatmapOf([platform], hours), now, timezone, 4);
      if (!best) throw new Error('a week has no hours');
      return {
        body: {
          accountId,
          platform: platform.toLowerCase(),
          suggestedTime: best.at,
          timezone,
          confidence: Math.round((0.3 + 0.7 * weightOfHistory(hours)) * 100) / 100,
          reasoning: reasonOf(hours, best),
          alternatives: others.map(({ at, score }) => ({ time: at, score })),
        },
      };
    },
  });

/** The read endpoints of AI texts. */
export const aiReads = (ports: AiReadPorts): readonly ReadEndpoint[] => [getAiStatus(ports), suggestTime(ports)];
