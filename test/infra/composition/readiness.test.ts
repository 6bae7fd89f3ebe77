import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checksOf, thumbnailsOf, troubleWith } from '../../../infra/composition/readiness.ts';
import { answerReadiness } from '../../../infra/edge/http/readiness.ts';

describe('the checks of readiness', () => {
  it('run side by side, and are red when one of them gives no answer in time', async () => {
    const silent = () => new Promise<undefined>(() => undefined);
    let begin = (): void => undefined;
    const begun = new Promise<undefined>((resolve) => (begin = () => resolve(undefined)));
    const checks = await checksOf(
      {
        one: silent,
        two: silent,
        // It ends in time only where the one after it does not wait for it.
        well: () => begun,
        later: async () => {
          begin();
          return undefined;
        },
        broken: () => Promise.reject(new Error('refused')),
      },
      { lag: async () => 'late', other: async () => undefined },
      200,
    );
    expect(checks).to.deep.equal({
      one: { ok: false, detail: 'no answer within 200 ms' },
      two: { ok: false, detail: 'no answer within 200 ms' },
      well: { ok: true },
      later: { ok: true },
      broken: { ok: false, detail: 'refused' },
      lag: { ok: false, effect: 'degraded', detail: 'late' },
      other: { ok: true },
    });
  });
});

describe('trouble with consumers', () => {
  const well = { kind: 'projection', lagPositions: 0, lagSeconds: 0, isParked: false, parkedKeys: 0 } as const;
  const posts = { ...well, name: 'posts#1', isBuilding: false };

  it('names what is parked and what lags by more than a minute', () => {
    expect(troubleWith([posts, { ...posts, lagSeconds: 60 }])).to.equal(undefined);
    expect(
      troubleWith([
        { ...posts, parkedKeys: 1 },
        { ...posts, name: 'media#1', isParked: true },
        { ...posts, name: 'process/destinations', kind: 'process', lagSeconds: 75, parkedKeys: 2 },
      ]),
    ).to.equal(
      'posts#1 has 1 parked key; media#1 is parked; process/destinations has 2 parked keys and is 75 s behind the log',
    );
  });

  it('leaves out a build that catches up before readers see it', () => {
    expect(troubleWith([{ ...posts, isBuilding: true, lagSeconds: 600 }])).to.equal(undefined);
  });

  it('names five and counts the others', () => {
    const many = Array.from({ length: 8 }, (_, n) => ({ ...posts, name: `m${n}`, isParked: true }));
    expect(troubleWith(many)).to.match(/^m0 is parked; .*m4 is parked; 3 more$/);
  });
});

describe('readiness without a video tool', () => {
  const ready = async (makesPosters: boolean | undefined) => {
    const server = createServer((req, res) => {
      void answerReadiness(req, res, async () => thumbnailsOf(makesPosters), { isClosing: false, token: undefined });
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const body = (await reply.json()) as { status: string; checks: Record<string, { ok: boolean; detail?: string }> };
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { status: reply.status, said: body.status, ...body.checks['thumbnails'] };
  };

  it('reports it and is ready', async () => {
    const reported = await ready(false);
    expect(reported).to.deep.include({ status: 200, said: 'ready', ok: false });
    expect(reported.detail).to.include('FFMPEG_PATH').and.include('silent audio track');
    expect(await ready(true)).to.deep.equal({ status: 200, said: 'ready', ok: true, effect: 'none' });
    expect(await ready(undefined)).to.deep.equal({ status: 200, said: 'ready' });
  });
});
