import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { clientOf } from './client.ts';
import type { Operation } from './contract.ts';
import { type LivePlatform, type Reply, Unallowed } from './live-platform.ts';
import { receive, type Received } from './request.ts';
import { type Allowed, Validation } from './validation.ts';
import { World } from './world.ts';

export type Exchange = Readonly<{ platform: Platform; operation: string; status: number; request: Received }>;

type Played = Readonly<{ platform: LivePlatform; validation: Validation; world: World }>;

/** Requests beside the platforms, by the host they are for. */
export type OtherHost = (request: Received) => Reply | Promise<Reply> | undefined;

export type LiveServerOptions = Readonly<{
  platforms: readonly LivePlatform[];
  certificate: Readonly<{ key: string; cert: string }>;
  /** The bytes at an address that the service names. */
  fetched(url: string): Promise<Readonly<{ bytes: Buffer; contentType: string }>>;
  others?: Readonly<Record<string, OtherHost>>;
}>;

const basic = ({ id, secret }: Readonly<{ id: string; secret: string }>): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

/**
 * The platforms on one port of this machine. A request is held to the description of its platform before anything
 * acts on it, and each answer is too.
 */
export class LiveServer {
  readonly exchanges: Exchange[] = [];
  /** Requests that a platform does not allow, and answers of this server that its own descriptions do not allow. */
  readonly refusals: string[] = [];
  readonly #played: readonly Played[];
  readonly #options: LiveServerOptions;
  readonly #server: Server;
  #origin = '';
  readonly #waiting: (() => void)[] = [];

  constructor(options: LiveServerOptions) {
    this.#options = options;
    this.#played = options.platforms.map((platform) => ({
      platform,
      validation: new Validation(platform.contract),
      world: new World(),
    }));
    this.#server = createServer(options.certificate, (request, response) => void this.#serve(request, response));
  }

  async listen(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.#origin = `https://localhost:${(this.#server.address() as AddressInfo).port}`;
    return this.#origin;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  world(platform: Platform): World {
    return this.#of(platform).world;
  }

  /** The names of what a platform can be asked. */
  operationsOf(platform: Platform): readonly string[] {
    return Object.keys(this.#of(platform).platform.contract.operations);
  }

  #refuse(message: string): void {
    this.refusals.push(message);
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** Resolves once there are more refusals than these. */
  async refusedMoreThan(count: number): Promise<void> {
    while (this.refusals.length <= count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #of(platform: Platform): Played {
    const played = this.#played.find((each) => each.platform.contract.platform === platform);
    if (!played) throw new Error(`${platform} is not played`);
    return played;
  }

  readonly base = (host: string): string => `${this.#origin}/${host}`;

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const {
      status = 200,
      json,
      text,
      headers = {},
    } = await this.#answer(incoming).catch((error: unknown): Reply => {
      this.#refuse(`the server failed: ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
      return { status: 500, text: 'the server of the test failed' };
    });
    const body = json === undefined ? (text ?? '') : JSON.stringify(json);
    response.writeHead(status, {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  }

  async #answer(incoming: IncomingMessage): Promise<Reply> {
    const request = await receive(incoming);
    const other = this.#options.others?.[request.at.split('/')[0] ?? '']?.(request);
    if (other) return other;
    // Instagram, WhatsApp and Facebook share hosts: the one that describes a request gets it.
    const found = this.#played.flatMap((played) =>
      played.validation
        .operationsAt(request.at)
        .filter(({ name }) => played.platform.contract.operations[name]?.method === request.method)
        .map((operation) => ({ ...played, ...operation })),
    );
    if (found.length === 0) {
      this.#refuse(`${request.method} ${request.at} is not described by any platform`);
      return { status: 404, json: { error: 'there is no such path' } };
    }
    const judged = found.map((each) => ({ ...each, ...each.validation.judge(each.name, each.path, request) }));
    const sender = (each: (typeof judged)[number]) => this.#senderOf(each, request, each.allowed);
    const best =
      judged.find((each) => each.problems.length === 0 && sender(each) !== undefined) ??
      judged.find((each) => sender(each) !== undefined) ??
      judged.find((each) => each.problems.length === 0) ??
      judged[0];
    if (!best) throw new Error('unreachable');
    return this.#act(best, request);
  }

  /** Whose request it is; undefined where it does not prove that. */
  #senderOf({ platform, name, world }: Played & { name: string }, request: Received, { path, body }: Allowed) {
    const operation = platform.contract.operations[name] as Operation;
    const client = clientOf(operation.client ?? platform.contract.platform);
    const given = request.headers['authorization'] ?? '';
    const held = (token: string) => {
      const account = world.accounts.get(world.tokens.get(token)?.account ?? '');
      return account && { account, token };
    };
    const known = (token: string) => (world.tokens.get(token)?.kind === 'refresh' ? undefined : held(token));
    const nobody = () => {
      const [account = { id: '', username: '', name: '' }] = world.accounts.values();
      return { account, token: '' };
    };
    switch (operation.authentication) {
      case 'bearer':
        return known(/^Bearer (\S+)$/.exec(given)?.[1] ?? '');
      case 'dpop':
        return known(/^DPoP (\S+)$/.exec(given)?.[1] ?? '');
      case 'oauth':
        return known(/^OAuth (\S+)$/.exec(given)?.[1] ?? '');
      case 'access-token':
        return known(request.headers['access-token'] ?? '');
      case 'path':
        return known(path['token'] ?? '');
      case 'token':
        return held(String(body['token']));
      case 'application':
        return given === `Bearer ${client.id}|${client.secret}` ? nobody() : undefined;
      case 'basic':
        return given === basic(client) ? nobody() : undefined;
      case 'dpop-client':
      case 'none':
        return nobody();
    }
  }

  async #act(
    {
      platform,
      validation,
      world,
      name,
      problems,
      allowed,
    }: Played & { name: string; problems: readonly string[]; allowed: Allowed },
    request: Received,
  ): Promise<Reply> {
    const { contract, behaviours } = platform;
    const note = (status: number) =>
      this.exchanges.push({ platform: contract.platform, operation: name, status, request });
    const refuse = (status: number, message: string): Reply => {
      this.#refuse(`${contract.platform} refuses ${name} (${request.method} ${request.at}): ${message}`);
      note(status);
      return platform.refusal(status, message);
    };
    if (problems.length > 0) return refuse(400, problems.join('; '));
    const sender = this.#senderOf({ platform, validation, world, name }, request, allowed);
    // A token that has ended is a normal answer: the service renews it.
    if (!sender) {
      note(401);
      if (!/^(Bearer|DPoP|OAuth) \S/.test(request.headers['authorization'] ?? ''))
        this.#refuse(`${contract.platform}: ${name} does not prove who asks`);
      return platform.refusal(401, 'the token is not valid');
    }
    const behaviour = behaviours[name];
    if (!behaviour) throw new Error(`${contract.platform} has no behaviour for ${name}`);
    try {
      const { fetched } = this.#options;
      const reply = await behaviour({ ...allowed, ...sender, world, request, base: this.base, fetched });
      const status = reply.status ?? 200;
      note(status);
      const wrong = status < 300 ? validation.judgeAnswer(name, reply.json) : [];
      if (wrong.length > 0) this.#refuse(`the answer of ${contract.platform} ${name} is wrong: ${wrong.join('; ')}`);
      return reply;
    } catch (error) {
      if (error instanceof Unallowed) return refuse(error.status, error.message);
      throw error;
    }
  }
}
