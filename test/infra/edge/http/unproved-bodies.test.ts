import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { until } from '../../../support/until.ts';
import { UnprovedBodies } from '../../../../infra/edge/http/unproved-bodies.ts';

describe('bodies of requests that only their body can prove', () => {
  const bodies = new UnprovedBodies(100);
  const outcomes: (string | Refused)[] = [];
  let next: () => void = () => undefined;
  const server = http.createServer((req, res) => {
    void bodies
      .read(req, 80, async (body) => body.toString())
      .then(
        (text) => outcomes.push(text),
        (error: Refused) => outcomes.push(error),
      )
      .then(() => res.end())
      .then(() => next());
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => void server.close());

  const open = (length: number): net.Socket => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`);
    return socket;
  };
  const outcome = () => new Promise<void>((resolve) => (next = resolve));

  it('share one budget of bytes, which an unfinished body gives back when it is cut off', async () => {
    const unfinished = open(70);
    unfinished.write('x'.repeat(60));
    await until('the unfinished body has arrived', () => bodies.held === 60);
    const refused = outcome();
    const other = open(50);
    other.write('y'.repeat(50));
    await refused;
    expect(outcomes.pop()).to.be.instanceOf(Refused).with.property('code', 'SERVICE_UNAVAILABLE');
    const cut = outcome();
    unfinished.destroy();
    await cut;
    expect(outcomes.pop()).to.be.instanceOf(Refused).with.property('code', 'BAD_REQUEST');
    const whole = outcome();
    open(50).write('z'.repeat(50));
    await whole;
    expect(outcomes.pop()).to.equal('z'.repeat(50));
    other.destroy();
    expect(bodies.held).to.equal(0);
  });
});
