import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ownPort } from '../../support/own-port.ts';
import { appNames } from '../../../infra/outside/platforms/adapter.ts';
import { realHosts } from '../../../infra/outside/platforms/hosts.ts';
import type { Answer } from '../../support/edge.ts';
import { selfSigned } from '../../support/certificate.ts';
import { until } from '../../support/until.ts';
import { clientOf } from '../engine/client.ts';
import { LiveServer } from '../engine/live-server.ts';
import type { LivePlatform } from '../engine/live-platform.ts';
import { aiServer } from './ai-server.ts';
import { IdentityProvider } from './identity-provider.ts';
import { MailServer } from './mail-server.ts';
import { stripeKeys, StripeServer } from './stripe-server.ts';

const project = path.resolve(import.meta.dirname, '../../..');

/** Where clients and platforms reach the service, as it believes. Requests to it are brought to its port. */
export const publicUrl = 'https://publishing.example.com';

const prices = ['starter', 'pro', 'agency', 'ai_starter', 'ai_pro'].flatMap((name) =>
  ['monthly', 'yearly'].map((period) => `${name}_${period}=price_${name}_${period}`),
);

/** `TWITTER_API_URL` and its like: every address of a platform, on the server of the test. */
const addresses = (base: (host: string) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(realHosts().urls).flatMap(([platform, urls]) =>
      Object.entries(urls).map(([name, url]) => {
        const { host, pathname } = new URL(url);
        const variable = `${platform}_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}_URL`;
        return [variable, `${base(host)}${pathname.replace(/\/$/, '')}`];
      }),
    ),
  );

const registrations = (): Record<string, string> =>
  Object.fromEntries(
    appNames
      // Bluesky has no registrations: the service publishes its own document. Telegram has bots.
      .filter((name) => name !== 'BLUESKY')
      .flatMap((name) => {
        const { id, secret } = clientOf(name);
        return [
          [`${name}_CLIENT_ID`, id],
          [`${name}_CLIENT_SECRET`, secret],
        ];
      }),
  );

export type LiveServiceOptions = Readonly<{
  platforms: readonly LivePlatform[];
  /** Modules that the service loads before its own. */
  imports?: readonly string[];
  /** Certificates of further servers that the service trusts. */
  authorities?: readonly string[];
}>;

/** The service as a program of its own, without test mode, and everything that it talks to. */
export class LiveService {
  readonly server: LiveServer;
  readonly mail = new MailServer();
  readonly identity = new IdentityProvider();
  readonly stripe = new StripeServer();
  readonly #dataDir = mkdtempSync(path.join(os.tmpdir(), 'live-'));
  readonly #options: LiveServiceOptions;
  readonly #cert = selfSigned();
  #child: ChildProcess | undefined;
  #output = '';
  #port = 0;

  constructor(options: LiveServiceOptions) {
    this.#options = options;
    this.server = new LiveServer({
      platforms: options.platforms,
      certificate: this.#cert,
      fetched: this.fetched,
      others: { 'api.stripe.com': this.stripe.answer, 'ai.example.com': aiServer },
    });
  }

  /** The address of this machine for one that the service named. */
  local(url: string): string {
    return url.replace(publicUrl, `http://127.0.0.1:${this.#port}`);
  }

  readonly fetched = async (url: string) => {
    if (!url.startsWith(`${publicUrl}/`)) throw new Error(`${url} cannot be fetched`);
    const response = await fetch(this.local(url));
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    return { bytes, contentType: response.headers.get('content-type') ?? '' };
  };

  async start(): Promise<void> {
    const [smtp] = await Promise.all([this.mail.listen(), this.server.listen(), this.identity.listen()]);
    this.#port = await ownPort();
    const authority = path.join(this.#dataDir, 'authority.pem');
    writeFileSync(authority, [this.#cert.cert, ...(this.#options.authorities ?? [])].join('\n'));
    const { imports = [] } = this.#options;
    // What the test changes in the sources is not compiled beforehand.
    const launch = imports.length === 0 ? ['infra/products/child-process/launch.mjs'] : [];
    const loaders = imports.length === 0 ? [] : ['tsx', ...imports].flatMap((each) => ['--import', each]);
    const child = spawn(process.execPath, [...loaders, ...launch, 'infra/composition/main.ts'], {
      cwd: project,
      env: {
        ...process.env,
        ...registrations(),
        ...addresses(this.server.base),
        TEST_MODE: 'false',
        PORT: String(this.#port),
        PUBLIC_URL: publicUrl,
        DATA_DIR: path.join(this.#dataDir, 'data'),
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'error',
        OIDC_ISSUER: this.identity.issuer,
        OIDC_AUDIENCE: this.identity.audience,
        SMTP_URL: smtp,
        STRIPE_SECRET_KEY: stripeKeys.secretKey,
        STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
        STRIPE_PRICES: prices.join(','),
        STRIPE_API_URL: this.server.base('api.stripe.com'),
        AI_BASE_URL: this.server.base('ai.example.com/v1'),
        AI_API_KEY: 'ai-key',
        AI_MODEL: 'model-of-the-test',
        WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
        NODE_EXTRA_CA_CERTS: authority,
        BLUESKY_REDIRECT_URIS: redirectUri,
        THREADS_NEEDS_INSTAGRAM: 'false',
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#child = child;
    process.once('exit', this.#end);
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece: Buffer) => (this.#output = (this.#output + piece.toString()).slice(-50_000)));
    await until(
      'the service is ready',
      async () => {
        if (child.exitCode !== null) throw new Error(`the service ended:\n${this.#output}`);
        return (await fetch(`http://127.0.0.1:${this.#port}/v1/ready`).catch(() => undefined))?.ok === true;
      },
      240_000,
    ).catch((error: unknown) => {
      this.#end();
      throw new Error(`${String(error)}\n${this.#output}`);
    });
  }

  get output(): string {
    return this.#output;
  }

  /** Turns mutations of the program on, and all others off. */
  async turnOn(mutations: readonly string[]): Promise<void> {
    const child = this.#child;
    if (!child) throw new Error('the service is not running');
    const answered = once(child, 'message');
    child.send({ mutations });
    await answered;
  }

  readonly #end = (): void => {
    const { pid } = this.#child ?? {};
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  };

  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await Promise.race([gone, pause(20_000, undefined, { ref: false })]);
    }
    this.#end();
    process.off('exit', this.#end);
    await Promise.all([this.server.close(), this.mail.close(), this.identity.close()]);
    rmSync(this.#dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Asks the API again where it has too many requests. */
  async ask(
    token: string,
    line: string,
    body?: unknown,
    workspaceId?: string,
  ): Promise<Readonly<{ status: number; body: Answer['body'] }>> {
    const [method = 'GET', where = ''] = line.split(' ');
    for (;;) {
      const response = await fetch(`http://127.0.0.1:${this.#port}/v1${where}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(workspaceId !== undefined && { 'x-workspace-id': workspaceId }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const seconds = Number(response.headers.get('retry-after') ?? 1);
      if (response.status !== 429 || seconds > 2)
        return { status: response.status, body: JSON.parse(text || '{}') as Answer['body'] };
      await pause(seconds * 1000);
    }
  }

  /** What a person's browser gets at an address of a platform. It follows no redirect. */
  visit(url: string): Promise<Readonly<{ status: number; location: string; text: string }>> {
    return new Promise((resolve, reject) => {
      get(url, { ca: this.#cert.cert }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, location: headers.location ?? '', text });
        });
      }).on('error', reject);
    });
  }

  /** A request as somebody outside sends it, to the service's public address. */
  raw(where: string, init: RequestInit): Promise<Response> {
    return fetch(this.local(`${publicUrl}${where}`), init);
  }
}

export const redirectUri = 'https://app.example.com/oauth/back';
