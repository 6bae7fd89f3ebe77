import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { launched } from '@social-publishing/child-process';
import { selfSigned } from '../../../../infra/products/client/cli/certificate.ts';
import { verifyWebhook } from '../../../../infra/products/client/client.ts';
import { root } from '../../../docs/pages.ts';
import { opened } from '../../../support/opened.ts';
import { ServiceProcess, startLimitMs } from '../../../support/service-process.ts';
import { until } from '../../../support/until.ts';

const program = launched(path.join(root, 'infra/products/client/cli/main.ts'));

describe('social webhooks listen', function () {
  this.timeout(60_000);
  /** What an earlier run left: the service trusts the certificate from its start. */
  const folder = opened(
    async () => {
      const made = mkdtempSync(path.join(os.tmpdir(), 'listen-'));
      const { key, cert } = selfSigned();
      writeFileSync(path.join(made, 'listen.key'), key, { mode: 0o600 });
      writeFileSync(path.join(made, 'listen.crt'), cert);
      return made;
    },
    (made) => rmSync(made, { recursive: true, force: true }),
  );
  const service = opened(
    () =>
      ServiceProcess.start('node', {
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
        NODE_EXTRA_CA_CERTS: path.join(folder(), 'listen.crt'),
      }),
    (it) => it.dispose(),
    startLimitMs,
  );
  const receiver = opened(
    async () => {
      const got: { body: Buffer; signature: string }[] = [];
      const server = createServer((incoming, outgoing) => {
        void buffer(incoming).then((body) => {
          got.push({ body, signature: String(incoming.headers['x-service-signature']) });
          outgoing.writeHead(204).end();
        });
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return { got, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` };
    },
    ({ server }) => server.close(),
  );

  const start = (args: readonly string[]) => {
    const { baseUrl, apiKey } = service().connection;
    const env = {
      PATH: process.env['PATH'],
      SOCIAL_URL: baseUrl,
      SOCIAL_KEY: apiKey,
      SOCIAL_LOGIN_FILE: path.join(folder(), 'login.json'),
    };
    const child = spawn(process.execPath, [...program, 'webhooks', 'listen', ...args], { cwd: root, env });
    const heard = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (heard.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (heard.err += text));
    return { child, heard, ended: once(child, 'close') as Promise<[number | null]> };
  };

  const endpoints = async (): Promise<readonly unknown[]> =>
    (await service().demo.expect<{ data: unknown[] }>(200, 'GET', '/webhooks')).data;

  it('hands deliveries on as they were signed, and leaves no endpoint behind', async () => {
    const { heard, ended } = start(['--forward-to', receiver().url, '--event', 'post.created', '--count', '1']);
    await until('it listens', () => heard.err.includes('Listening'));
    const { demo, connection } = service();
    const post = { content: 'Delivered', accountIds: [connection.accounts['MASTODON']], saveAsDraft: true };
    await demo.expect(201, 'POST', '/posts', post);
    expect((await ended)[0], heard.err).to.equal(0);
    expect(heard.out).to.equal('post.created 204\n');
    const [{ body, signature } = { body: Buffer.alloc(0), signature: '' }] = receiver().got;
    const secret = /signed with (\S+)/.exec(heard.err)?.[1] ?? '';
    expect(verifyWebhook({ body, signature, secret, toleranceSeconds: Number.POSITIVE_INFINITY })).to.equal(true);
    expect((JSON.parse(body.toString()) as { event: string }).event).to.equal('post.created');
    expect(await endpoints()).to.deep.equal([]);
    expect(statSync(path.join(folder(), 'listen.key')).mode & 0o777).to.equal(0o600);
  });

  it('ends with the terminal, and removes its endpoint then too', async () => {
    const { child, heard, ended } = start(['--forward-to', receiver().url]);
    await until('it listens', () => heard.err.includes('Listening'));
    expect(await endpoints()).to.have.length(1);
    child.kill('SIGINT');
    expect((await ended)[0]).to.equal(0);
    expect(await endpoints()).to.deep.equal([]);
  });

  it('refuses events that do not exist', async () => {
    const { heard, ended } = start(['--forward-to', receiver().url, '--event', 'post.vanished']);
    expect([(await ended)[0], heard.err.includes('There is no event post.vanished')]).to.deep.equal([2, true]);
  });
});
