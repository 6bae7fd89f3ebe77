import http from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect } from 'chai';
import { openExchange } from '../../../../infra/edge/http/exchange.ts';
import { sendStream } from '../../../../infra/edge/http/stream-body.ts';
import { until } from '../../../support/until.ts';

const piece = Buffer.alloc(64 * 1024, 'x');

describe('a streamed answer', () => {
  let server: http.Server;
  let ending: AbortController;
  const sockets: Socket[] = [];
  let made = 0;
  let ended = false;

  /** A body without an end, which counts what is asked of it. */
  async function* endless(signal: AbortSignal): AsyncIterable<Uint8Array> {
    try {
      while (!signal.aborted) {
        made++;
        yield piece;
      }
    } finally {
      ended = true;
    }
  }

  const serve = async (stalled?: number): Promise<Socket> => {
    [made, ended, ending] = [0, false, new AbortController()];
    server = http.createServer((req, res) => {
      const how = { ending: ending.signal, ...(stalled === undefined ? {} : { stalled }) };
      void sendStream({ req, res }, openExchange(req), { type: 'text/event-stream', body: endless }, how);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => {});
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return socket;
  };
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  /** Settles when nothing more is asked of the body: the reader takes nothing, so nothing is made. */
  const atRest = async (): Promise<number> => {
    let before = -1;
    await until('nothing more is made', async () => {
      if (made > 0 && made === before) return true;
      before = made;
      await new Promise((resolve) => setImmediate(resolve));
      return false;
    });
    return made;
  };

  it('is made at the pace of its reader', async () => {
    const socket = await serve();
    socket.pause();
    const atFirst = await atRest();
    // What the two sockets' buffers take, and no more.
    expect(atFirst * piece.length).to.be.lessThan(32 * 1024 * 1024);
    socket.on('data', () => {});
    socket.resume();
    await until('it continues', () => made > atFirst + 100);
    socket.destroy();
    await until('it ends with its reader', () => ended);
  });

  it('is cut off where the reader takes nothing for too long', async () => {
    const socket = await serve(200);
    socket.pause();
    await until('it is given up', () => ended);
    await until('its connection is gone', async () => {
      const count = await new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
      return count === 0;
    });
  });

  it('ends when the server closes', async () => {
    const socket = await serve();
    socket.on('data', () => {});
    await until('it flows', () => made > 10);
    ending.abort();
    await until('it has ended', () => ended && socket.readableEnded);
  });
});
