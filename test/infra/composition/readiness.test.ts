import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checksOf, thumbnailsOf } from '../../../infra/composition/readiness.ts';
import { exchangeOf } from '../../../infra/edge/http/exchange.ts';
import { answerReadiness } from '../../../infra/edge/http/readiness.ts';

describe('the checks of readiness', () => {
  it('run side by side, and are red when one of them gives no answer in time', async () => {
    const silent = () => new Promise<undefined>(() => undefined);
    const began = performance.now();
    const checks = await checksOf(
      {
        ...{ one: silent, other: silent, well: async () => undefined },
        broken: () => Promise.reject(new Error('refused')),
      },
      200,
    );
    expect(performance.now() - began).to.be.lessThan(390);
    expect(checks).to.deep.equal({
      one: { ok: false, detail: 'no answer within 200 ms' },
      other: { ok: false, detail: 'no answer within 200 ms' },
      well: { ok: true },
      broken: { ok: false, detail: 'refused' },
    });
  });
});

describe('readiness without a video tool', () => {
  const ready = async (makesPosters: boolean | undefined) => {
    const server = createServer((req, res) => {
      void answerReadiness(res, exchangeOf(req), async () => thumbnailsOf(makesPosters), false);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const body = (await reply.json()) as { status: string; checks: Record<string, { ok: boolean; detail?: string }> };
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return { status: reply.status, said: body.status, ...body.checks['thumbnails'] };
  };

  it('says so, and is ready all the same', async () => {
    const told = await ready(false);
    expect(told).to.deep.include({ status: 200, said: 'ready', ok: false });
    expect(told.detail).to.include('FFMPEG_PATH');
    expect(await ready(true)).to.deep.equal({ status: 200, said: 'ready', ok: true, required: false });
    expect(await ready(undefined)).to.deep.equal({ status: 200, said: 'ready' });
  });
});
