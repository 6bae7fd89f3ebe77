import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { readBody } from '../../../../infra/edge/http/read-body.ts';
import { httpStatusOf } from '../../../../infra/edge/http/transport-refusal.ts';

describe('reading a body', () => {
  let server: http.Server;
  let outcome: Promise<Buffer | Refused>;
  let settled: (value: Buffer | Refused) => void;
  before(async () => {
    server = http.createServer((req, res) => {
      readBody(req, 10, 100).then(
        (body) => (settled(body), res.end('read')),
        (error: Refused) => {
          settled(error);
          res.statusCode = httpStatusOf(error);
          res.end('refused');
        },
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  beforeEach(() => {
    outcome = new Promise((resolve) => (settled = resolve));
  });
  after(() => void server.close());

  const open = (head: string): net.Socket => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    return socket;
  };

  it('puts the pieces together', async () => {
    const socket = open('Content-Length: 6');
    socket.write('abc');
    socket.write('def');
    expect((await outcome).toString()).to.equal('abcdef');
    socket.destroy();
  });

  it('goes no further than the limit, and lets the answer be read', async () => {
    const socket = open('Transfer-Encoding: chunked');
    const answer = once(socket, 'data');
    for (let count = 0; count < 3; count++) socket.write('5\r\naaaaa\r\n');
    expect(await outcome).to.include({ code: 'BAD_REQUEST', status: 413 });
    expect(String((await answer)[0])).to.match(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('waits for slow senders only so long', async () => {
    const socket = open('Content-Length: 6');
    socket.write('a');
    expect(await outcome).to.include({ code: 'BAD_REQUEST', status: 408 });
    socket.destroy();
  });

  it('notices a sender that leaves', async () => {
    const arrived = once(server, 'request');
    const socket = open('Content-Length: 6');
    await arrived;
    socket.destroy();
    expect(await outcome).to.be.instanceOf(Refused);
    expect(((await outcome) as Refused).message).to.equal('The request was cut off');
  });
});
