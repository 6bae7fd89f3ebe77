import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { EventToAppend } from '../../../../domain/kernel/event-store.ts';
import { emittersOf } from '../../../../domain/events.ts';
import type { Moment } from '../../../../read-api/kernel/as-of.ts';
import { PostCreated, PostDeleted, PostEdited } from '../../../../domain/posts/post-events.ts';
import { allProjections } from '../../../../projections/all-projections.ts';
import { PastReadModels } from '../../../../infra/log/history/past-read-models.ts';
import { snapshotSubscriber } from '../../../../infra/log/history/snapshot-subscriber.ts';
import { snapshotEvery, snapshotted, StreamSnapshots } from '../../../../infra/log/history/stream-snapshots.ts';
import type { ReadModels } from '../../../../projections/database.ts';
import { subscribersFor } from '../../../../projections/kernel/read-models.ts';
import type { Projection } from '../../../../projections/kernel/projection.ts';
import { posts } from '../../../../projections/posts/posts.ts';
import { comments } from '../../../../projections/comments/comments.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';

const noon = Date.parse('2026-11-20T12:00:00.000Z');
/** Clocks of two writers that are not of one mind: every seventh event is a little earlier than the one before. */
const timeOf = (revision: number): string =>
  new Date(noon + revision * 1_000 - (revision % 7 === 0 ? 1_500 : 0)).toISOString();

const event = (revision: number, happened: { type: string; data: unknown }): EventToAppend => ({
  ...happened,
  id: randomUUID(),
  meta: {
    workspaceId: 'cw',
    mode: 'test',
    actor: { kind: 'user', id: 'cu' },
    occurredAt: timeOf(revision),
    $correlationId: 'a',
    $causationId: randomUUID(),
  },
});

describe('snapshots of long streams', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const log = useEventStore();
  const db = () => database().kysely;
  const id = 'cpost';
  const stream = `post-${id}`;
  const length = 3 * snapshotEvery + 7;
  let reads: { from: number; events: number }[] = [];

  const snapshotsOf = (projections: readonly Projection[] = [posts]) =>
    new StreamSnapshots({ sealed: sealed(), db: db(), projections });
  /** The log, with what is read of it. No event here holds anything sealed. */
  const sealed = () => {
    const { store } = log();
    return {
      head: () => store.head(),
      open: async <Events>(events: Events) => events,
      openMarked: async <Rows>(rows: Rows) => rows,
      read: async (name: string, options: { from?: number; limit?: number } = {}) => {
        const answer = await store.read(name, options);
        reads.push({ from: options.from ?? 0, events: answer.events.length });
        return answer;
      },
    };
  };
  const pastOf = (snapshots?: StreamSnapshots, projections: readonly Projection[] = [posts]) =>
    new PastReadModels({
      store: sealed(),
      sealed: sealed(),
      db: db().withTables<ReadModels>(),
      projections,
      ...(snapshots && { snapshots }),
    });
  const reported = async (past: PastReadModels, moment: Moment): Promise<string> => {
    const then = await past.at(moment, ['posts'], { streams: [stream] });
    const rows = await then.db.selectFrom('posts').selectAll().execute();
    return JSON.stringify({ rows, now: then.now, length: await past.lengthOf(stream, moment) });
  };
  const kept = async (): Promise<readonly number[]> => {
    const { rows } = await sql<{ revision: number }>`
      select revision from stream_snapshot where stream = ${stream} order by revision`.execute(db());
    return rows.map(({ revision }) => revision);
  };
  const due = [1, 2, 3].map((nth) => nth * snapshotEvery - 1);

  let moments: readonly Moment[];
  before(async () => {
    await subscribersFor([posts, comments], db());
    const created = PostCreated({
      postId: id,
      content: 'Chapter 0',
      contentType: 'TEXT',
      media: [],
      overrides: {},
      threadItems: [],
      firstComment: null,
      firstCommentDelay: 0,
      personaId: null,
      platformMetadata: {},
      metadata: {},
      destinations: [],
      scheduledFor: null,
      createdById: null,
    });
    const events = [event(0, created)];
    while (events.length < length - 1)
      events.push(event(events.length, PostEdited({ changes: { content: `Chapter ${events.length}` } })));
    events.push(event(events.length, PostDeleted({})));
    await log().store.append(stream, 'none', events);
    const { events: recorded } = await log().store.read(stream);
    moments = recorded.flatMap(({ position, meta }) => [
      { kind: 'position', commit: position.commit },
      { kind: 'position', commit: position.commit - 1n },
      { kind: 'instant', at: meta.occurredAt },
    ]);
  });
  beforeEach(async () => {
    await sql`delete from stream_snapshot`.execute(db());
    reads = [];
  });

  it('answer as the whole stream does, at every moment, from whichever is near', async () => {
    const whole = pastOf();
    const snapshots = snapshotsOf();
    await snapshots.extend(stream);
    expect(await kept()).to.deep.equal(due);
    const near = pastOf(snapshots);
    const telling = moments.filter((_, at) => at % 8 === 0 || Math.floor(at / 3 + 2) % snapshotEvery < 4);
    for (const moment of telling) {
      const expected = await reported(whole, moment);
      expect(await reported(near, moment)).to.equal(expected);
      // As one that was never asked before.
      expect(await reported(pastOf(snapshots), moment)).to.equal(expected);
    }
  });

  it('spare the first question about a stream the reading of all of it', async () => {
    const snapshots = snapshotsOf();
    await db()
      .transaction()
      .execute((tx) =>
        log()
          .store.read(stream)
          .then(({ events }) => snapshotSubscriber(snapshots).apply(events, tx)),
      );
    expect(await kept()).to.deep.equal(due);
    reads = [];
    await reported(pastOf(snapshots), moments.at(-3) as Moment);
    // The second looks whether anything followed.
    expect(reads).to.deep.equal([
      { from: 3 * snapshotEvery, events: 7 },
      { from: length, events: 0 },
    ]);
  });

  it('are made by who asks about a stream that has none', async () => {
    const past = pastOf(snapshotsOf());
    await reported(past, moments.at(-3) as Moment);
    expect(await kept()).to.deep.equal(due);
    reads = [];
    await reported(past, moments[3 * snapshotEvery + 30] as Moment);
    // The moment lies between two snapshots, which tell what was there in between.
    expect(reads).to.deep.equal([]);
  });

  it('begin again when the fold has changed', async () => {
    await snapshotsOf().extend(stream);
    const later = snapshotsOf([{ ...posts, version: posts.version + 1 }]);
    expect(await later.newest(stream)).to.equal(undefined);
    await later.extend(stream);
    expect((await later.newest(stream))?.revision).to.equal(due.at(-1));
    expect(await kept()).to.deep.equal(due);
  });

  it('of a very long stream are all made, and none behind an event that cannot be folded', async () => {
    const long = 'post-clong';
    const edits = Array.from({ length: 21 * snapshotEvery + 3 }, (_, revision) =>
      event(revision, PostEdited({ changes: { content: `Chapter ${revision}` } })),
    );
    await log().store.append(long, 'none', edits);
    const snapshots = snapshotsOf();
    await snapshots.extend(long);
    expect((await snapshots.newest(long))?.revision).to.equal(21 * snapshotEvery - 1);

    const failing: typeof posts = {
      ...posts,
      version: posts.version + 1,
      fold: (row, folded, key) => {
        if (folded.revision === snapshotEvery + 5) throw new Error('on purpose');
        return posts.fold(row, folded, key);
      },
    };
    const few = snapshotsOf([failing]);
    await few.extend(stream);
    expect((await few.newest(stream))?.revision).to.equal(snapshotEvery - 1);
    for (const moment of [moments[30], moments[snapshotEvery * 3 + 9], moments.at(-4)] as Moment[])
      expect(await reported(pastOf(few, [failing]), moment)).to.equal(
        await reported(pastOf(undefined, [failing]), moment),
      );
  });

  it('do not hinder a read model of other streams, such as a comment that is folded with its post', async () => {
    const kept = snapshotsOf();
    await kept.extend(stream);
    const past = pastOf(kept, [posts, comments]);
    const then = await past.at(moments.at(-3) as Moment, ['comments', 'posts'], { streams: [stream] });
    expect(await then.db.selectFrom('comments').selectAll().execute()).to.deep.equal([]);
    expect(await then.db.selectFrom('posts').selectAll().execute()).to.deep.equal([]);
    const before = await past.at(moments.at(-6) as Moment, ['comments', 'posts'], { streams: [stream] });
    expect(await before.db.selectFrom('posts').select('id').execute()).to.deep.equal([{ id }]);
  });

  it('are of read models that are made of such streams alone', () => {
    for (const [category, models] of Object.entries(snapshotted))
      for (const model of models) {
        const handled = allProjections.find(({ name }) => name === model)?.handles ?? [];
        expect(new Set(handled.flatMap((type) => emittersOf.get(type) ?? [])), model).to.deep.equal(
          new Set([category]),
        );
      }
  });
});
