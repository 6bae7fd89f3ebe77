import { z } from 'zod';
import type { Community } from '../../../../domain/platforms/community.ts';
import type { PlatformTools } from '../adapter.ts';
import { answered } from '../answered.ts';
import { snapchatApi } from './api.ts';
import { assetPath } from './placement.ts';
import { myProfile } from './profile.ts';

const Stats = z.record(z.string(), z.unknown());

/** The `stats` of an answer, however deep Snap's envelopes put them, by their names in lower case. */
const statsIn = (json: unknown, depth = 0): Readonly<Record<string, number>> => {
  const parsed = Stats.safeParse(json).data ?? {};
  const stats = Stats.safeParse(parsed['stats']).data;
  if (stats)
    return Object.fromEntries(
      Object.entries(stats).flatMap(([name, value]) =>
        typeof value === 'number' ? [[name.toLowerCase(), value] as const] : [],
      ),
    );
  if (depth > 4) return {};
  for (const inner of Object.values(parsed).flat()) {
    const found = statsIn(inner, depth + 1);
    if (Object.keys(found).length > 0) return found;
  }
  return {};
};

/** Snapchat's metrics: the Public Profile API has neither comments nor messages. */
export const snapchatCommunity = (tools: PlatformTools): Community => {
  const api = snapchatApi(tools);
  return {
    async postMetrics(object, context) {
      const path = assetPath(object, context.account);
      if (path === undefined) return {};
      const query = { granularity: 'LIFETIME' };
      const reply = await api({ method: 'GET', path: `${path}/stats`, query, effect: 'read' }, context);
      const stats = statsIn(reply.json);
      return answered({
        impressions: stats['views'],
        reach: stats['viewers'],
        shares: stats['shares'],
        likes: stats['favorites'],
      });
    },
    accountMetrics: async (context) => answered({ followers: (await myProfile(api, context)).subscriber_count }),
  };
};
