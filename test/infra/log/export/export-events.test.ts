import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { asyncBufferFromFile } from 'hyparquet';
import { catalogue } from '../../../../domain/events.ts';
import type { NewEvent, Recorded } from '../../../../domain/kernel/event.ts';
import type { EventLog } from '../../../../domain/kernel/event-store.ts';
import { PostArchived, PostScheduled } from '../../../../domain/posts/post-events.ts';
import { UserRenamed } from '../../../../domain/users/user.ts';
import { exportEvents, exportWish } from '../../../../infra/cli/export-events.ts';
import { UsageError } from '../../../../infra/cli/operator.ts';
import type { PublicEvent } from '../../../../infra/log/export/public-event.ts';
import { keyringFrom } from '../../../../infra/stores/secrets/keyring.ts';
import { ServiceEventStore } from '../../../../infra/stores/event-store/service-event-store.ts';
import { SubjectKeys } from '../../../../infra/stores/secrets/subject-keys.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { useDatabase } from '../../../support/postgres.ts';
import { parquetRows, rowOf } from './parquet-rows.ts';

const day = (date: number): string => new Date(Date.UTC(2026, 0, date)).toISOString();

describe('an export of the log', () => {
  const log = useEventStore();
  const database = useDatabase();
  const workspaces = [freshId(), freshId()] as const;
  const userId = freshId();
  let folder: string;

  const append = async (store: ServiceEventStore, stream: string, date: number, event: NewEvent): Promise<void> => {
    const meta = {
      workspaceId: workspaces[date % 2] as string,
      mode: 'live' as const,
      actor: { kind: 'user' as const, id: userId, address: '203.0.113.7' },
      $correlationId: 'c',
      $causationId: randomUUID(),
      occurredAt: day(date),
    };
    await store.append(stream, 'none', [{ ...event, id: randomUUID(), meta }]);
  };

  before(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'export-'));
    const keyring = keyringFrom(`a:${randomBytes(32).toString('base64')}`);
    const store = new ServiceEventStore(log().store, catalogue, new SubjectKeys(database(), keyring));
    for (let date = 1; date <= 10; date++)
      await append(store, `post-${freshId()}`, date, PostScheduled({ scheduledFor: day(date) }));
    await append(store, `post-${freshId()}`, 11, PostArchived({}));
    await append(store, `user-${userId}`, 12, UserRenamed({ userId, name: 'Olivia Example' }));
  });
  after(() => rmSync(folder, { recursive: true }));

  const run = (given: Parameters<typeof exportWish>[0]) =>
    exportEvents(
      exportWish({ format: 'ndjson', personal: 'drop', out: path.join(folder, 'out'), ...given }),
      log().store,
      () => {},
    );
  const lines = (): PublicEvent[] =>
    readFileSync(path.join(folder, 'out'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as PublicEvent);
  const occurred = (): string[] => lines().map(({ occurredAt }) => occurredAt);

  it('has every event, in the order of the log', async () => {
    const { events, passed, position } = await run({});
    expect([events, passed]).to.deep.equal([12, 12]);
    expect(occurred()).to.deep.equal(Array.from({ length: 12 }, (_, index) => day(index + 1)));
    expect(lines().at(-1)?.position).to.equal(position);
  });

  it('has what was asked for by time, type and workspace', async () => {
    await run({ from: '2026-01-03', to: '2026-01-05T00:00:00Z' });
    expect(occurred()).to.deep.equal([day(3), day(4)]);
    await run({ types: 'PostArchived, UserRenamed' });
    expect(lines().map(({ type }) => type)).to.deep.equal(['PostArchived', 'UserRenamed']);
    await run({ workspace: workspaces[0] });
    expect(new Set(lines().map(({ workspaceId }) => workspaceId))).to.deep.equal(new Set([workspaces[0]]));
  });

  it('continues where an earlier one ended', async () => {
    await run({});
    const middle = lines()[4]?.position ?? '';
    await run({ after: middle });
    expect(occurred()[0]).to.equal(day(6));
    const { position } = await run({});
    expect((await run({ after: position })).events).to.equal(0);
    expect(lines()).to.deep.equal([]);
  });

  it('leaves what is appended meanwhile to the export that continues it', async () => {
    await run({});
    const [, , third] = lines();
    const commit = BigInt(third?.position ?? 0);
    const { store } = log();
    const before: EventLog = {
      head: () => Promise.resolve({ commit, prepare: commit }),
      // One batch with all that is there by then.
      async *follow(from, options) {
        const events: Recorded[] = [];
        for await (const batch of store.follow(from, { ...options, fillWithinMs: 1_000 })) {
          events.push(...batch.events);
          if (events.length === 12) return yield { ...batch, events };
        }
      },
    };
    const wish = exportWish({ format: 'ndjson', personal: 'drop', out: path.join(folder, 'out') });
    const { events, position } = await exportEvents(wish, before, () => {});
    expect([events, position]).to.deep.equal([3, third?.position]);
    await run({ after: position });
    expect(occurred()[0]).to.equal(day(4));
  });

  it('tells nothing about people, or keeps it sealed', async () => {
    await run({ types: 'UserRenamed' });
    expect(lines()[0]?.data).to.deep.equal({ userId });
    expect(lines()[0]?.actor).to.deep.equal({ kind: 'user', id: userId });
    await run({ types: 'UserRenamed', personal: 'sealed' });
    const text = readFileSync(path.join(folder, 'out'), 'utf8');
    expect(text).to.not.include('Olivia').and.not.include('203.0.113.7');
    const [sealed] = lines();
    expect((sealed?.data as { name: string }).name.length).to.be.greaterThan(20);
    expect(sealed?.actor.address?.length).to.be.greaterThan(20);
  });

  it('is the same as Parquet', async () => {
    await run({ personal: 'sealed' });
    const reported = lines();
    await run({ format: 'parquet', personal: 'sealed' });
    const file = await asyncBufferFromFile(path.join(folder, 'out'));
    expect(await parquetRows(file)).to.deep.equal(reported.map(rowOf));
  });

  it('leaves no half file behind', async () => {
    const before = readdirSync(folder);
    const failed = await run({ out: path.join(folder, 'nowhere', 'out') }).catch((error: Error) => error.message);
    expect(failed).to.include('ENOENT');
    expect(readdirSync(folder)).to.deep.equal(before);
  });

  it('refuses what it does not understand', () => {
    const wrong: Parameters<typeof exportWish>[0][] = [
      { out: undefined as never },
      { format: 'csv' },
      { personal: 'open' },
      { from: 'yesterday' },
      { from: '2026-01-02', to: '2026-01-02' },
      { after: 'x' },
      { types: 'Nonsense' },
    ];
    for (const given of wrong)
      expect(
        () => exportWish({ format: 'ndjson', personal: 'drop', out: 'out', ...given }),
        JSON.stringify(given),
      ).to.throw(UsageError);
  });
});
