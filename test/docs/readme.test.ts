import { expect } from 'chai';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { load } from 'js-yaml';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { memorySandboxStore, sandboxHandler } from '@social-publishing/platform-sandbox';
import { ownPort } from '../support/own-port.ts';
import { configFrom } from '../../infra/composition/config.ts';
import { selfSigned } from '../support/certificate.ts';
import { cookieBrowser, locationOf } from '../support/cookie-browser.ts';
import { testApps } from '../support/sandbox-apps.ts';
import { Terminal } from '../support/terminal.ts';
import { root } from './pages.ts';

/** What an operator has after the installation: the programs and the packages. */
const installed = [
  'package.json',
  'domain',
  'commands',
  'projections',
  'read-api',
  'processes',
  'infra',
  'docs',
] as const;

const readme = readFileSync(path.join(root, 'README.md'), 'utf8');

/** The blocks of shell commands below a heading, in their order. */
const blocksUnder = (heading: string): readonly string[] => {
  const [, section = ''] = new RegExp(`^## ${heading}\n([\\s\\S]*?)(?=^## )`, 'm').exec(readme) ?? [];
  return [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
};

const account = { handle: 'you.bsky.social', password: 'abcd-efgh-ijkl-mnop' };

/** A simulated Bluesky on this machine, reached at the address that the operator's setting names. */
class SimulatedBluesky {
  readonly store = memorySandboxStore();
  readonly #certificate = selfSigned();
  readonly #server: Server = createServer(
    this.#certificate,
    sandboxHandler({ store: this.store, clock: { now: () => new Date() }, apps: testApps }),
  );

  async start(folder: string): Promise<NodeJS.ProcessEnv> {
    await this.store.putAccount({
      platform: 'BLUESKY',
      nativeId: 'did:plc:abcdefghijklmnopqrstuvwx',
      workspaceId: null,
      username: account.handle,
      displayName: 'You',
      data: { password: account.password },
      createdAt: new Date().toISOString(),
    });
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    const { port } = this.#server.address() as AddressInfo;
    const authority = path.join(folder, 'authority.pem');
    writeFileSync(authority, this.#certificate.cert);
    const base = `https://localhost:${port}/sandbox/bluesky`;
    return {
      BLUESKY_API_URL: `${base}/bsky.social`,
      BLUESKY_PLC_URL: `${base}/plc.directory`,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
      NODE_EXTRA_CA_CERTS: authority,
    };
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

describe('the blocks of README.md, pasted', function () {
  this.timeout(240_000);
  let folder: string;
  let port: number;
  let terminal: Terminal;
  const open = (env: NodeJS.ProcessEnv = {}): void => {
    const { PATH, HOME } = process.env;
    terminal = new Terminal(folder, { PATH, HOME, PORT: String(port), ...env });
  };
  /** The port of the page may be taken here. */
  const paste = async (block: string): Promise<string> => {
    try {
      return await terminal.paste(block.replaceAll('localhost:3000', `localhost:${port}`));
    } catch (error) {
      const said = readFileSync(path.join(folder, 'service.log'), 'utf8').slice(-5_000);
      throw new Error(`${String(error)}\n${said}`, { cause: error });
    }
  };

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'readme-'));
    for (const name of installed) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    port = await ownPort();
  });
  afterEach(async () => {
    await terminal.paste('kill $(jobs -p); wait').catch(() => undefined);
    await terminal.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  it('publish a first post in test mode, twice, and again after a restart', async () => {
    const [install = '', firstPost = ''] = blocksUnder('Start');
    expect(install).to.equal('npm ci\nnpm start\n');
    open();
    const start = 'npm start >> service.log 2>&1 &\nuntil test -s .data/connection.json; do sleep 0.2; done';
    await paste(start);
    const objects = async (): Promise<readonly string[]> => {
      const [last = ''] = (await paste(firstPost)).split('\n').slice(-1);
      const shown = JSON.parse(last) as { objects: readonly { text: string }[] };
      return shown.objects.map(({ text }) => text);
    };
    expect(await objects()).to.have.length(1);
    expect(await objects()).to.have.length(2);
    await paste(`kill $!; wait $!\n${start}`);
    const shown = await objects();
    expect(shown).to.have.length(3);
    expect(shown.every((text) => text.startsWith('Hello, world!'))).to.equal(true);

    // The start prints the commands of a first post, which take the clock of the sandbox as well.
    const log = readFileSync(path.join(folder, 'service.log'), 'utf8');
    const printed = /^A first post[^\n]*\n([\s\S]*?)^Let the test clock/m.exec(log)?.[1] ?? '';
    for (let time = 1; time <= 2; time++) {
      const post = JSON.parse(await paste(printed)) as { status: string };
      expect(post.status).to.equal('scheduled');
      await paste('curl -s $URL/sandbox/clock/advance -H "Authorization: Bearer $KEY" -d \'{"seconds": 300}\'');
    }
  });

  it('lead from an empty folder to an owner who signs in and a published post, which a restart finds again', async () => {
    const bluesky = new SimulatedBluesky();
    try {
      const [, start = '', credentials = '', publish = ''] = blocksUnder('Run it for real');
      open(await bluesky.start(folder));
      await paste(start);
      const { link, key } = JSON.parse(readFileSync(path.join(folder, 'owner.json'), 'utf8')) as Record<string, string>;
      expect(key).to.match(/^svc_live_/);
      await signsIn(`http://localhost:${port}`, link ?? '');

      expect(credentials).to.match(/^HANDLE=\S+ APP_PASSWORD=\S+\n$/);
      await paste(`HANDLE=${account.handle} APP_PASSWORD=${account.password}`);
      expect(await paste(publish)).to.equal('published');
      const published = await bluesky.store.objects({ platform: 'BLUESKY', limit: 10 });
      expect(published.map(({ text }) => text)).to.deep.equal(['Hello, world!']);

      // The keys and passwords in these files are for their owner only.
      expect(await paste('stat -c %a service.env owner.json')).to.equal('600\n600');
      const status = 'curl -s $URL/posts/$POST -H "Authorization: Bearer $KEY" | of .status';
      await paste(`kill $!; wait $!\n${start}`);
      expect(await paste(status)).to.equal('published');
    } finally {
      bluesky.stop();
    }
  });
});

describe('the block of README.md for containers, pasted', function () {
  this.timeout(60_000);

  it('makes the files that compose.yaml asks for, once, and calls the commands that it has', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'containers-'));
    try {
      // It writes down how it is called, and answers what the command in the container would.
      mkdirSync(path.join(folder, 'bin'));
      const docker = '#!/bin/sh\necho "$*" >> calls\ncase "$*" in *--json*) echo \'{"key": "svc_live_key"}\' ;; esac\n';
      writeFileSync(path.join(folder, 'bin/docker'), docker, { mode: 0o755 });
      const terminal = new Terminal(folder, { PATH: `${path.join(folder, 'bin')}:${process.env['PATH']}` });
      const [, , , , containers = ''] = blocksUnder('Run it for real');
      expect(await terminal.paste(containers)).to.equal('');
      const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8').trim();
      const key = read('secrets/secrets.key');
      expect(Buffer.from(key, 'base64')).to.have.length(32);
      expect(configFrom({ DATABASE_URL: read('secrets/database.url') }).databaseUrl).to.include(
        `publishing:${read('secrets/postgres.password')}@postgres:5432/publishing`,
      );
      const { secrets, services } = load(readFileSync(path.join(root, 'compose.yaml'), 'utf8')) as {
        secrets: Record<string, { file: string }>;
        services: Record<string, object>;
      };
      for (const { file } of Object.values(secrets)) expect(read(file), file).to.not.equal('');
      // The user of the container reads the files; on the machine the folder keeps others out.
      expect(await terminal.paste('stat -c %a secrets secrets/* owner.json')).to.equal('700\n644\n644\n644\n600');
      const [up, exec] = read('calls').split('\n');
      expect(up).to.equal('compose up -d --build --wait');
      const [, service = '', script = ''] =
        /^compose exec -T (\S+) npm run -s (\S+) -- create-owner /.exec(exec ?? '') ?? [];
      expect(services).to.have.property(service);
      const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { scripts: object };
      expect(scripts).to.have.property(script);
      await terminal.paste(containers);
      expect(read('secrets/secrets.key'), 'a second paste keeps the key').to.equal(key);
      await terminal.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

/** Chooses a password with the link and signs in to the console, as its pages do. */
const signsIn = async (origin: string, link: string): Promise<void> => {
  const password = 'violet-tram-97-pond';
  const { go } = cookieBrowser(origin);
  expect((await go(link, { password })).status, 'the password is chosen').to.equal(200);
  const verifier = randomBytes(32).toString('base64url');
  const redirect = `${origin}/console`;
  const asked = await go(
    `/oidc/auth?${new URLSearchParams({
      client_id: 'console',
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'openid email profile',
      state: 's',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    }).toString()}`,
  );
  const sent = await go(locationOf(asked), { email: 'you@example.com', password });
  const back = new URL(locationOf(await go(locationOf(sent))));
  expect(back.origin + back.pathname).to.equal(redirect);
  const answer = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'console',
      redirect_uri: redirect,
      code_verifier: verifier,
      code: back.searchParams.get('code') ?? '',
    }),
  });
  const { access_token: token = '' } = (await answer.json()) as Record<string, string>;
  const workspaces = await fetch(`${origin}/v1/workspaces`, { headers: { authorization: `Bearer ${token}` } });
  expect(await workspaces.text()).to.include('"slug":"acme"');
};
