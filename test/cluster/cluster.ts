import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startPostgres } from '@social-publishing/embedded-postgres';
import { runtime } from '@social-publishing/event-store-node/program';
import { launched } from '@social-publishing/child-process';
import { ownPort } from '../support/own-port.ts';
import pg from 'pg';
import { startS3Server } from '../infra/stores/object-storage/s3-server.ts';
import { type Receiver, startReceiver } from '../processes/webhooks/receiver.ts';
import { type RunningRedis, startRedis } from '../support/redis.ts';
import { Client, type ConnectionFile } from '../support/service-client.ts';
import { until } from '../support/until.ts';
import { type Balancer, startBalancer } from './balancer.ts';

const project = path.resolve(import.meta.dirname, '../..');
const startLimitMs = 90_000;
const stopLimitMs = 45_000;

export type NodeRole = 'api' | 'projector' | 'processes';

/** A program in a process group of its own that can be ended, frozen and started again. */
class Program {
  readonly name: string;
  readonly #args: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  #child: ChildProcess | undefined;
  output = '';

  constructor(name: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.name = name;
    this.#args = args;
    this.#env = env;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  launch(): void {
    const child = spawn(process.execPath, [...this.#args], {
      cwd: project,
      env: { ...process.env, ...this.#env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const end = (): void => void child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => void process.off('exit', end));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (this.output = (this.output + text.toString()).slice(-50_000)));
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it by a signal and waits until it is gone. */
  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = once(child, 'exit');
    const forced = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
    child.kill(signal);
    await gone;
    clearTimeout(forced);
  }
}

/** One node of the service. */
export class ClusterNode extends Program {
  readonly role: NodeRole;
  readonly origin: string;
  readonly dataDir: string;

  constructor(role: NodeRole, name: string, folder: string, port: number, env: NodeJS.ProcessEnv) {
    const dataDir = path.join(folder, name);
    mkdirSync(dataDir);
    super(name, [...launched('infra/composition/main.ts'), '--role', role], {
      ...env,
      PORT: String(port),
      DATA_DIR: dataDir,
    });
    this.role = role;
    this.dataDir = dataDir;
    this.origin = `http://127.0.0.1:${port}`;
  }

  async answers(pathName: string): Promise<boolean> {
    return fetch(`${this.origin}${pathName}`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Starts it and waits until it answers. */
  async start(): Promise<void> {
    this.launch();
    await until(
      `${this.name} answers`,
      async () => {
        if (!this.isRunning) throw new Error(`${this.name} ended while starting:\n${this.output}`);
        return this.answers('/v1/health');
      },
      startLimitMs,
    );
  }
}

/** Two nodes of each role on a PostgreSQL, an event store, a Redis and a bucket that they share, all real processes. */
export class Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly receiver: Receiver;
  readonly databaseUrl: string;
  /** The configuration that the nodes share. */
  readonly env: Readonly<Record<string, string>>;
  readonly #stores: Stores;
  readonly #folder: string;
  readonly #balancer: Balancer;

  private constructor(
    stores: Stores,
    receiver: Receiver,
    balancer: Balancer,
    { env, nodes }: Pick<Cluster, 'env' | 'nodes'>,
  ) {
    this.env = env;
    this.#stores = stores;
    this.#folder = stores.folder;
    this.#balancer = balancer;
    this.receiver = receiver;
    this.nodes = nodes;
    this.databaseUrl = stores.postgres.url;
  }

  /**
   * Starts the stores. No node runs yet. `reach`: the port at which the nodes reach the event store,
   * given its own. `processes`: how many nodes of that role there are.
   */
  static async open(
    reach: (port: number) => Promise<number> = async (port) => port,
    { processes = 2, settings: more = {} }: Readonly<{ processes?: number; settings?: Record<string, string> }> = {},
  ): Promise<Cluster> {
    const stores = await startStores();
    const eventStoreUrl = `esdb://127.0.0.1:${await reach(stores.eventStorePort)}?tls=false`;
    const receiver = await startReceiver();
    const authority = path.join(stores.folder, 'ca.pem');
    writeFileSync(authority, receiver.ca);
    const balancer = await startBalancer();
    const { settings } = stores.s3;
    const env = {
      DATABASE_URL: stores.postgres.url,
      EVENTSTORE_URL: eventStoreUrl,
      REDIS_URL: stores.redis.url,
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint,
      S3_ACCESS_KEY_ID: settings.credentials.accessKeyId,
      S3_SECRET_ACCESS_KEY: settings.credentials.secretAccessKey,
      SECRETS_KEY: randomBytes(32).toString('base64'),
      PUBLIC_URL: balancer.origin,
      SANDBOX_URL: balancer.origin,
      TEST_MODE: 'true',
      LOG_LEVEL: 'warn',
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: authority,
      ...more,
    };
    const nodes: ClusterNode[] = [];
    const counts = { api: 2, processes, projector: 2 };
    for (const role of ['api', 'processes', 'projector'] as const)
      for (let number = 1; number <= counts[role]; number++)
        nodes.push(new ClusterNode(role, `${role}-${number}`, stores.folder, await ownPort(), env));
    balancer.balance(nodes.filter(({ role }) => role === 'api'));
    return new Cluster(stores, receiver, balancer, { env, nodes });
  }

  of(role: NodeRole): readonly ClusterNode[] {
    return this.nodes.filter((node) => node.role === role);
  }

  node(name: string): ClusterNode {
    const found = this.nodes.find((node) => node.name === name);
    if (!found) throw new Error(`no node ${name}`);
    return found;
  }

  /** The demo workspace, reached at the load balancer. */
  async demo(): Promise<Client> {
    const file = path.join(this.node('api-1').dataDir, 'connection.json');
    await until('the demo workspace is there', () => existsSync(file), startLimitMs);
    return new Client(JSON.parse(readFileSync(file, 'utf8')) as ConnectionFile);
  }

  /** A workspace of its own, reached at the load balancer. */
  async workspace(platforms: readonly string[]): Promise<Client> {
    const demo = await this.demo();
    const made = await demo.expect<ConnectionFile>(201, 'POST', '/sandbox/workspaces', { connectAll: false });
    const accounts: Record<string, string> = {};
    for (const platform of platforms)
      accounts[platform] = (
        await new Client(made).expect<{ id: string }>(201, 'POST', '/sandbox/accounts', { platform })
      ).id;
    return new Client({ ...made, accounts });
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl, application_name: 'the test' });
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Ends every session of the service at the server. */
  async terminateSessions(): Promise<number> {
    const rows = await this.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'social-publishing%'`,
    );
    return rows.length;
  }

  /** Keeps an API node from new connections, as the balancer's health check does with one that no longer answers. */
  takeOut(node: ClusterNode, isOut: boolean): void {
    this.#balancer.takeOut(node, isOut);
  }

  async restartPostgres(awayMs: number): Promise<void> {
    const { folder, postgres } = this.#stores;
    await postgres.stop();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    this.#stores.postgres = await launchPostgres(folder, postgres.port);
  }

  async restartEventStore(awayMs: number): Promise<void> {
    await this.#stores.eventStore.end('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    await launchEventStore(this.#stores.eventStore);
  }

  /** Ends the event store and starts it at another port, which is returned. */
  async moveEventStore(): Promise<number> {
    await this.#stores.eventStore.end('SIGKILL');
    const port = await ownPort();
    this.#stores.eventStore = eventStoreAt(port, this.#stores.folder);
    await launchEventStore(this.#stores.eventStore);
    return port;
  }

  async restartRedis(awayMs: number): Promise<void> {
    await this.#stores.redis.stop();
    await new Promise((resolve) => setTimeout(resolve, awayMs));
    this.#stores.redis = await startRedis(this.#stores.redis.port);
  }

  async close(): Promise<void> {
    for (const node of this.nodes) node.signal('SIGCONT');
    await Promise.all(this.nodes.map((node) => node.end('SIGTERM')));
    await this.#balancer.stop();
    await this.receiver.stop();
    await stopStores(this.#stores);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

type Stores = {
  readonly folder: string;
  postgres: EmbeddedPostgres;
  eventStore: Program;
  readonly eventStorePort: number;
  readonly s3: Awaited<ReturnType<typeof startS3Server>>;
  redis: RunningRedis & { port: number };
};

const launchPostgres = (folder: string, port?: number): Promise<EmbeddedPostgres> =>
  startPostgres({ dir: path.join(folder, 'postgres'), maxConnections: 120, ...(port === undefined ? {} : { port }) });

const launchEventStore = async (eventStore: Program): Promise<void> => {
  eventStore.output = '';
  eventStore.launch();
  await until('the event store is ready', () => eventStore.output.includes('"ready":true'), startLimitMs);
};

const eventStoreAt = (port: number, folder: string): Program =>
  new Program(
    'the event store',
    [
      ...runtime.nodeFlags,
      ...launched('infra/products/event-store-node/cli/main.ts'),
      'start',
      '--insecure',
      '--dir',
      path.join(folder, 'log'),
      '--port',
      String(port),
      '--parent-pid',
      String(process.pid),
    ],
    runtime.environment,
  );

const startStores = async (): Promise<Stores> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cluster-'));
  const eventStorePort = await ownPort();
  const eventStore = eventStoreAt(eventStorePort, folder);
  const [postgres, redis, s3] = await Promise.all([
    launchPostgres(folder),
    startRedis(),
    startS3Server(),
    launchEventStore(eventStore),
  ]);
  return { folder, postgres, redis, s3, eventStore, eventStorePort };
};

const stopStores = async ({ eventStore, postgres, redis, s3 }: Stores): Promise<void> => {
  await Promise.all([eventStore.end('SIGTERM'), postgres.stop(), redis.stop(), s3.stop()]);
};
