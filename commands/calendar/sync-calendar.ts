import { z } from 'zod';
import { storableText } from '../../domain/platforms/foreign-text.ts';
import { calendarPost } from '../../domain/calendar/calendar-post.ts';
import { seenOnPlatform } from '../../domain/calendar/seen-on-platform.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { Platform } from '../../domain/platforms/platform.ts';
import { asking } from '../accounts/platform-failure.ts';
import { idFrom } from '../kernel/deterministic-ids.ts';
import { writeEndpoint, type WriteContext } from '../kernel/endpoint.ts';
import { forEachConcurrently } from '../kernel/for-each-concurrently.ts';
import type { CalendarAccount, CalendarSources } from './calendar-sources.ts';

const daysBack = 90;
const dayMs = 86_400_000;
const accountsAtOnce = 4;
const recordedAtOnce = 8;

/** The id of an imported post: the same at every sync, so that concurrent ones import it once. */
const importedId = (accountId: string, platformPostId: string): string =>
  idFrom(0, JSON.stringify(['calendar-post', accountId, platformPostId]));

type Counts = { posts: number; added: number; removed: number; unchanged: number };

const readAccount = async (of: CalendarAccount, sources: CalendarSources, context: WriteContext): Promise<Counts> => {
  const { workspaceId, mode } = context.caller;
  const since = new Date(Date.parse(context.now) - daysBack * dayMs).toISOString();
  const recent = await asking('VALIDATION_ERROR', 'The account has to be connected again', () =>
    sources.recent(of, { workspaceId, mode }, since),
  );
  const known = await sources.known(of, workspaceId, recent.since);
  const { found, missing, unchanged } = seenOnPlatform(recent.posts, known, context.now);
  const counts = { posts: recent.posts.length, added: 0, removed: 0, unchanged };
  await forEachConcurrently(found, recordedAtOnce, async ({ post, postId, calendarPostId }) => {
    const id = calendarPostId ?? importedId(of.id, post.nativeId);
    const seen = { content: storableText(post.text), platformPostId: post.nativeId };
    const view = { platformPostUrl: post.url ?? null, publishedAt: post.createdAt };
    const facts = { calendarPostId: id, accountId: of.id, platform: of.platform, postId, ...seen, ...view };
    const command = { type: 'see-calendar-post', found: facts } as const;
    const { appended, events } = await context.handle(calendarPost, id, command, { step: `see/${id}` });
    const wasGone = events.at(-2)?.type === 'CalendarPostUnpublished';
    const isAdded = appended > 0 && (wasGone || events.at(-1)?.type === 'CalendarPostImported');
    counts[isAdded ? 'added' : 'unchanged']++;
  });
  await forEachConcurrently(missing, recordedAtOnce, async (id) => {
    const command = { type: 'miss-calendar-post' } as const;
    const { appended } = await context.handle(calendarPost, id, command, { step: `miss/${id}` });
    if (appended > 0) counts.removed++;
  });
  return counts;
};

type Failure = Readonly<{ accountId: string; platform: Platform; message: string }>;

/** POST /v1/calendar/sync: the posts that the platforms have now, in the calendar. */
export const syncCalendar = (sources: CalendarSources) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/calendar/sync',
    id: 'syncCalendar',
    summary: 'Import the recent posts of the accounts into the calendar',
    description:
      'Reads the posts of 90 days on every connected MASTODON and TIKTOK account, the 100 newest accounts and five ' +
      'pages of each at most. A post that the calendar lacks is imported as PUBLISHED, at the time of its ' +
      'publication; `postId` names the post of this service that made it. A published calendar post that its ' +
      'platform no longer lists becomes UNPUBLISHED, and PUBLISHED again when it is back. `added`, `removed` and ' +
      '`unchanged` count posts, `platforms` names the platforms that were read, and `postsPerPlatform` counts the ' +
      'posts read there. An account that cannot be read is in `errors`, and its posts do not change. While a ' +
      'post is being published on an account, other posts of its last hour wait for the next sync.',
    reply: z.object({
      data: z.object({
        added: z.int(),
        removed: z.int(),
        unchanged: z.int(),
        platforms: z.array(Platform),
        postsPerPlatform: z.record(z.string(), z.int()),
        errors: z.array(z.object({ accountId: z.string(), platform: Platform, message: z.string() })),
      }),
    }),
    idempotent: true,
    async run(_asked, context) {
      const accounts = await sources.accounts(context.caller.workspaceId);
      const total = { added: 0, removed: 0, unchanged: 0 };
      const perPlatform = new Map<Platform, number>();
      const errors: Failure[] = [];
      await forEachConcurrently(accounts, accountsAtOnce, async (of) => {
        try {
          const { posts, added, removed, unchanged } = await readAccount(of, sources, context);
          total.added += added;
          total.removed += removed;
          total.unchanged += unchanged;
          perPlatform.set(of.platform, (perPlatform.get(of.platform) ?? 0) + posts);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          errors.push({ accountId: of.id, platform: of.platform, message: error.message });
        }
      });
      const platforms = [...perPlatform.keys()].sort();
      const postsPerPlatform = Object.fromEntries(platforms.map((name) => [name, perPlatform.get(name) ?? 0]));
      return { body: { data: { ...total, platforms, postsPerPlatform, errors } } };
    },
  });
