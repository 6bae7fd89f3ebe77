import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { freePort } from '@social-publishing/child-process';

describe('a free port', () => {
  it('is none that the kernel gives to a connection', async () => {
    expect(await freePort()).to.be.within(12_000, 21_999);
  });

  it('is given once', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).to.equal(20);
  });

  it('is none at which a program listens', async () => {
    const before = await freePort();
    const next = before === 21_999 ? 12_000 : before + 1;
    const server = createServer().listen(next, '127.0.0.1');
    await once(server, 'listening').catch(() => undefined);
    expect(await freePort()).not.to.equal(next);
    server.close();
  });
});
