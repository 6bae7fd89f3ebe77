import { expect } from 'chai';
import { sql } from 'kysely';
import { catalogue } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { event, rowsOf } from '../../projections/authoring/projection-spec.ts';
import { bestHours } from '../../projections/analytics/best-hours.ts';
import { failureClasses } from '../../projections/analytics/failure-classes.ts';
import type { Projection } from '../../projections/kernel/projection.ts';
import { createTable, upsertRows } from '../../projections/kernel/table.ts';
import { timeToPublish } from '../../projections/analytics/time-to-publish.ts';
import { useDatabase } from '../support/postgres.ts';

const started = (id: string, platform: 'MASTODON' | 'BLUESKY', dueAt: string): Recorded =>
  event('PostPublishingStarted', {
    queued: [{ postPlatformId: id, platform, accountId: 'a', dueAt, retry: 0 }],
    trigger: 'due',
    round: 1,
  });
const published = (id: string, publishedAt: string): Recorded =>
  event('DestinationPublished', { postPlatformId: id, platformPostId: id, publishedAt, objects: [] });
const failed = (id: string, code: string, at: string): Recorded =>
  event('DestinationFailed', { postPlatformId: id, error: { code, message: code }, exhausted: false }, { at });
const retried = (id: string, code: string, at: string): Recorded =>
  event(
    'DestinationRetryScheduled',
    { postPlatformId: id, retry: 1, dueAt: at, error: { code, message: code } },
    { at },
  );

describe('what is counted over the rows', () => {
  const database = useDatabase();

  /** The rows the events leave, as a summary of the projection tells them. */
  const summaryOf = async (projection: Projection, name: string, events: readonly Recorded[]) => {
    const db = database().kysely;
    await createTable(projection, projection.name, db);
    await upsertRows(projection, projection.name, rowsOf(projection, events), db);
    const summary = projection.summaries?.find((one) => one.name === name);
    const query = summary?.select(`"${projection.name}"`) ?? '';
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(query)}`.execute(db);
    for (const row of rows) {
      expect(Object.keys(row)).to.have.members(Object.keys(summary?.columns ?? {}));
      delete row['workspace_id'];
    }
    return rows;
  };

  it('is time to publish per platform per day', async () => {
    const day = (date: string, seconds: number): string =>
      `2026-03-${date}T10:00:${String(seconds).padStart(2, '0')}.000Z`;
    const events = [2, 4, 30].flatMap((seconds, index) => [
      started(`m${index}`, 'MASTODON', day('02', 0)),
      published(`m${index}`, day('02', seconds)),
    ]);
    events.push(
      started('b', 'BLUESKY', day('03', 0)),
      published('b', day('03', 1)),
      started('c', 'BLUESKY', day('03', 0)),
    );
    const rows = await summaryOf(timeToPublish, 'time_to_publish_daily', events);
    expect(rows).to.have.deep.members([
      { platform: 'MASTODON', day: '2026-03-02', published: 3, p50_seconds: 4, p95_seconds: 27.4, most_seconds: 30 },
      { platform: 'BLUESKY', day: '2026-03-03', published: 1, p50_seconds: 1, p95_seconds: 1, most_seconds: 1 },
    ]);
  });

  it('is failure classes per platform per week, from Monday', async () => {
    const rows = await summaryOf(failureClasses, 'failure_classes_weekly', [
      started('m', 'MASTODON', '2026-03-01T10:00:00.000Z'),
      retried('m', 'RATE_LIMITED', '2026-03-01T23:59:00.000Z'),
      retried('m', 'RATE_LIMITED', '2026-03-02T00:01:00.000Z'),
      failed('m', 'RATE_LIMITED', '2026-03-03T10:00:00.000Z'),
      started('m', 'MASTODON', '2026-03-04T10:00:00.000Z'),
      failed('m', 'TOKEN_EXPIRED', '2026-03-04T10:00:00.000Z'),
    ]);
    expect(rows).to.have.deep.members([
      { platform: 'MASTODON', week: '2026-02-23', code: 'RATE_LIMITED', failed: 0, retried: 1 },
      { platform: 'MASTODON', week: '2026-03-02', code: 'RATE_LIMITED', failed: 1, retried: 1 },
      { platform: 'MASTODON', week: '2026-03-02', code: 'TOKEN_EXPIRED', failed: 1, retried: 0 },
    ]);
  });

  it('is the hours of the week at which publishing goes best', async () => {
    const rows = await summaryOf(bestHours, 'best_hours_ranked', [
      started('s1', 'MASTODON', '2026-03-01T09:30:00.000Z'),
      published('s1', '2026-03-01T09:30:10.000Z'),
      started('s2', 'MASTODON', '2026-03-08T09:00:00.000Z'),
      failed('s2', 'X', '2026-03-08T09:05:00.000Z'),
      started('t1', 'MASTODON', '2026-03-03T17:00:00.000Z'),
      published('t1', '2026-03-03T17:00:02.000Z'),
    ]);
    expect(rows).to.have.deep.members([
      { platform: 'MASTODON', weekday: 2, hour: 17, posts: 1, published_share: 1, p50_seconds: 2, rank: 1 },
      { platform: 'MASTODON', weekday: 0, hour: 9, posts: 2, published_share: 0.5, p50_seconds: 10, rank: 2 },
    ]);
  });

  it('is made of events the catalogue knows', () => {
    for (const { handles } of [timeToPublish, failureClasses, bestHours])
      expect(handles.filter((type) => !catalogue.definitions.has(type))).to.deep.equal([]);
  });
});
