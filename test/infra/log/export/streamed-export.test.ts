import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { catalogue } from '../../../../domain/events.ts';
import type { EventLog } from '../../../../domain/kernel/event-store.ts';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { PostScheduled } from '../../../../domain/posts/post-events.ts';
import { streamedExport } from '../../../../infra/log/export/streamed-export.ts';
import { openExchange } from '../../../../infra/edge/http/exchange.ts';
import { sendStream } from '../../../../infra/edge/http/stream-body.ts';
import { exportFormats, type ExportFormat } from '../../../../read-api/events/event-export.ts';
import { freshId } from '../../../support/edge.ts';
import { useEventStore } from '../../../support/event-store.ts';
import { until } from '../../../support/until.ts';
import { parquetRows } from './parquet-rows.ts';

const streams = 30;
const perStream = 400;

describe('an export over HTTP', () => {
  const log = useEventStore();
  const workspaceId = freshId();
  const filter = { workspaceId, types: undefined, after: undefined, from: undefined, to: undefined } as const;
  let server: http.Server;
  let ending: AbortController;
  let faults: unknown[];

  before(async () => {
    for (let index = 0; index < streams; index++) {
      const events = Array.from({ length: perStream }, (_, minute) => ({
        ...PostScheduled({ scheduledFor: new Date(Date.UTC(2027, 0, 1, 0, minute)).toISOString() }),
        id: randomUUID(),
        meta: {
          workspaceId,
          mode: 'live' as const,
          actor: { kind: 'user' as const, id: 'u' },
          $correlationId: 'c',
          $causationId: randomUUID(),
          occurredAt: '2026-01-01T00:00:00.000Z',
        },
      }));
      await log().store.append(`post-${freshId()}`, 'none', events);
    }
  });

  const serve = async (of: EventLog, format: ExportFormat): Promise<string> => {
    [ending, faults] = [new AbortController(), []];
    const exported = streamedExport(of, catalogue);
    server = http.createServer((req, res) => {
      const body = (signal: AbortSignal) => exported.bytes({ ...filter, personal: 'drop' }, format, signal);
      sendStream({ req, res }, openExchange(req), { type: 'x', body }, { ending: ending.signal }).catch(
        (error: unknown) => {
          faults.push(error);
          if (!res.headersSent) res.writeHead(429).end();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** The log, but what follows it meets with something after some batches; and how many follow it now. */
  const watched = (after: number, then: () => void | Promise<void>) => {
    const seen = { following: 0 };
    const of: EventLog = {
      head: () => log().store.head(),
      async *follow(from, options) {
        seen.following++;
        try {
          let batches = 0;
          for await (const batch of log().store.follow(from, options)) {
            yield batch;
            if (++batches === after) await then();
          }
        } finally {
          seen.following--;
        }
      },
    };
    return { of, seen };
  };

  /** The error of `fetch` for a body without an end, or the length of a whole one. */
  const bodyOf = (response: Response): Promise<number | string> =>
    response.arrayBuffer().then(
      (bytes) => bytes.byteLength,
      (error: Error) => error.message,
    );

  it('is whole in either format, in more than one row group', async () => {
    const text = await (await fetch(await serve(log().store, 'ndjson'))).text();
    expect(text.split('\n')).to.have.length(streams * perStream + 1);
    server.close();
    const bytes = await (await fetch(await serve(log().store, 'parquet'))).arrayBuffer();
    const rows = await parquetRows(bytes);
    expect(rows.map(({ position, id }) => [position, id])).to.deep.equal(
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as { position: string; id: string })
        .map(({ position, id }) => [position.split('/')[0], id]),
    );
  });

  for (const format of exportFormats) {
    it(`is cut off, and does not end as if it were whole, where the log fails in the middle: ${format}`, async () => {
      const { of } = watched(2, () => {
        throw new Error('the store is gone');
      });
      const response = await fetch(await serve(of, format));
      expect(response.status).to.equal(200);
      expect(await bodyOf(response)).to.equal('terminated');
      expect(faults.map(String)).to.deep.equal(['Error: the store is gone']);
    });

    it(`is cut off where the service stops in the middle, which is no fault: ${format}`, async () => {
      const { of } = watched(2, () => ending.abort());
      expect(await bodyOf(await fetch(await serve(of, format)))).to.equal('terminated');
      expect(faults).to.deep.equal([]);
    });
  }

  it('is not kept from a workspace by slow readers of others', async () => {
    const exported = streamedExport(log().store, catalogue);
    const done = new AbortController();
    const begin = (of: string) =>
      exported.bytes({ ...filter, workspaceId: of, personal: 'drop' }, 'ndjson', done.signal);
    for (let slow = 0; slow < 8; slow++) begin(freshId());
    let bytes = 0;
    for await (const piece of begin(workspaceId)) bytes += piece.length;
    expect(bytes).to.be.greaterThan(0);
    done.abort();
  });

  it('reads no further than who takes it, and stops when they leave', async () => {
    const { of, seen } = watched(Infinity, () => undefined);
    const url = await serve(of, 'ndjson');
    const leaving = new AbortController();
    const response = await fetch(url, { signal: leaving.signal });
    await response.body?.getReader().read();
    expect(seen.following).to.equal(1);
    expect((await fetch(url)).status, 'one at a time').to.equal(429);
    expect(faults.splice(0)[0]).to.be.instanceOf(Refused);
    leaving.abort();
    await until('the log is not read any more', () => seen.following === 0);
    await until('the next one may begin', async () => {
      const next = await fetch(url);
      await bodyOf(next);
      return next.status === 200;
    });
  });
});
