import { expect } from 'chai';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { thumbnailsOf } from '../../../infra/composition/readiness.ts';
import { exchangeOf } from '../../../infra/edge/http/exchange.ts';
import { answerReadiness } from '../../../infra/edge/http/readiness.ts';

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
