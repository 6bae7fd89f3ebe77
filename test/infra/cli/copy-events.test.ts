import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { launched } from '@social-publishing/child-process';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { ofStreams } from '../../../infra/log/move/copied-events.ts';
import { RawLog } from '../../../infra/stores/eventstoredb/raw-log.ts';
import { runCli } from '../../support/command-line.ts';
import { useEventStore } from '../../support/event-store.ts';
import { until } from '../../support/until.ts';

const script = path.resolve(import.meta.dirname, '../../../infra/cli/events.ts');

describe('npm run events -- copy', function () {
  this.timeout(120_000);
  const from = useEventStore();
  const to = useEventStore();
  const args = () => ['copy', '--from', from().connectionString, '--to', to().connectionString];
  const events = (...more: readonly string[]) => runCli('events', [...args(), ...more]);

  before(async () => {
    const client = EventStoreDBClient.connectionString(from().connectionString);
    const text = 'x'.repeat(500);
    for (let round = 0; round < 20; round += 1)
      await Promise.all(
        Array.from({ length: 100 }, (_, stream) =>
          client.appendToStream(
            `post-${stream}`,
            Array.from({ length: 10 }, (_event, n) => jsonEvent({ type: 'Happened', data: { n, text } })),
          ),
        ),
      );
    await client.setStreamMetadata('post-1', { maxCount: 150 });
    await client.dispose();
  });

  it('continues after each SIGKILL, and the copy is exact', async () => {
    const target = new RawLog(to().connectionString);
    const sizeNow = async (): Promise<bigint> => (await target.newest(1, ofStreams))[0]?.position.commit ?? 0n;
    let killed = 0;
    for (let kill = 0; kill < 4; kill += 1) {
      const before = await sizeNow();
      const child = spawn(process.execPath, [...launched(script), ...args()], { stdio: 'ignore' });
      const ended = once(child, 'exit');
      await until(
        'the copy has gone on, or has ended',
        async () => child.exitCode !== null || (await sizeNow()) > before,
        60_000,
      );
      killed += child.kill('SIGKILL') ? 1 : 0;
      await ended;
    }
    await target.close();
    expect(killed).to.be.at.least(1);
    const last = await events('--json');
    expect(last.code, last.err).to.equal(0);
    const checked = await events('--check', '--json');
    expect(checked.code, checked.out + checked.err).to.equal(0);
    expect(JSON.parse(checked.out)).to.deep.include({ same: true, events: 20_000, streams: [] });
  });

  it('prints its progress and its result', async () => {
    const { code, out, err } = await events();
    expect(code, err).to.equal(0);
    expect(out).to.match(/^0 events copied, \d+ events\/s; settings or deletions of 0 streams\.\n$/);
    const checked = await events('--check');
    expect(checked.out).to.match(/^Both stores hold the same 20000 events in the same order, \d+ events\/s\.\n$/);
    expect(checked.err).to.match(/^100 %, \d+ events\/s/m);
  });

  it('names the streams that differ, with exit code 1', async () => {
    const client = EventStoreDBClient.connectionString(to().connectionString);
    await client.appendToStream('post-7', jsonEvent({ type: 'Happened', data: {} }));
    await client.dispose();
    const { code, out } = await events('--check');
    expect(code).to.equal(1);
    expect(out).to.equal('1 streams differ:\npost-7\n');
    const refused = await events();
    expect(refused.code).to.equal(1);
    expect(refused.err).to.include('Happened 200@post-7, which is not the next event of the log');
  });

  it('reports a wrong address without a password and without a stack trace', async () => {
    const wrong = await runCli('events', ['copy', '--from', 'esdb://a:secret@b:x', '--to', to().connectionString]);
    expect(wrong.code).to.equal(2);
    expect(wrong.err).to.include('--from').and.not.include('secret');
    expect((await runCli('events', ['copy', '--from', from().connectionString])).code).to.equal(2);
    const unreachable = await runCli('events', [
      'copy',
      '--from',
      'esdb://127.0.0.1:9?tls=false',
      '--to',
      to().connectionString,
    ]);
    expect(unreachable.code).to.equal(1);
    expect(unreachable.err).to.include('the event store does not answer').and.not.include('    at ');
  });
});
