import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ownPort } from './own-port.ts';
import { requireAttribution } from './attribution.ts';
import { copyCluster } from './cluster-template.ts';
import { isAlive, until } from './until.ts';
import { Client, type ConnectionFile, trio } from './service-client.ts';

const project = path.resolve(import.meta.dirname, '../..');

/** How a service is started: as the program itself, or as a newcomer does. */
export type StartedBy = 'node' | 'npm';

type Running = { child: ChildProcess; output: string };

const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<'start', string>>;
};
/** As the start script of the package has them: between `node` and the program. */
const nodeFlags = scripts.start.split(' ').slice(2, -1);

/** Loaded machines start slowly; the figure that counts is printed by the test of the start. */
export const startLimitMs = 90_000;
const stopLimitMs = 45_000;

/** Every process below `pid`, itself not included. */
export const descendantsOf = (pid: number): number[] => {
  const parents = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const parent = Number(/^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), Number(entry)]);
    } catch {
      continue;
    }
  }
  const below = (one: number): number[] => (parents.get(one) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(pid);
};

export const commandLineOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
};

/**
 * The whole service as a program of its own, on a data folder and a port that outlive its process: it can be killed at any moment and
 * started again.
 */
export class ServiceProcess {
  readonly dataDir = mkdtempSync(path.join(tmpdir(), 'service-'));
  readonly #startedBy: StartedBy;
  readonly #env: NodeJS.ProcessEnv;
  #port = 0;
  #running: Running | undefined;
  #connection: ConnectionFile | undefined;

  private constructor(startedBy: StartedBy, env: NodeJS.ProcessEnv) {
    this.#startedBy = startedBy;
    this.#env = env;
  }

  /** An empty folder and a port for a service that is not started yet. */
  static async prepare(startedBy: StartedBy = 'node', env: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const service = new ServiceProcess(startedBy, env);
    service.#port = await ownPort();
    return service;
  }

  /** A first start. A newcomer's begins in an empty folder, and the others have an empty Postgres in theirs. */
  static async start(startedBy: StartedBy = 'node', env: NodeJS.ProcessEnv = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.prepare(startedBy, env);
    if (startedBy === 'node') await copyCluster(path.join(service.dataDir, 'postgres'));
    await service.start();
    return service;
  }

  get pid(): number {
    const pid = this.#running?.child.pid;
    if (pid === undefined) throw new Error('the service is not running');
    return pid;
  }

  get connection(): ConnectionFile {
    if (!this.#connection) throw new Error('the service has not been started');
    return this.#connection;
  }

  get connectionFile(): string {
    return path.join(this.dataDir, 'connection.json');
  }

  /** What it wrote since its last start. */
  get output(): string {
    return this.#running?.output ?? '';
  }

  /** The demo workspace's client. */
  get demo(): Client {
    return new Client(this.connection);
  }

  /** A workspace of its own for a test, with an account on each of these platforms, like what is wished for. */
  async workspace(platforms: readonly string[] = trio, wishes: object = {}): Promise<Client> {
    const made = await this.demo.expect<ConnectionFile>(201, 'POST', '/sandbox/workspaces', { connectAll: false });
    const bare = new Client(made);
    const accounts: Record<string, string> = {};
    for (const platform of platforms) {
      const wanted = { ...wishes, platform };
      accounts[platform] = (await bare.expect<{ id: string }>(201, 'POST', '/sandbox/accounts', wanted)).id;
    }
    return new Client({ ...made, accounts });
  }

  /** The process id of an embedded part. */
  part(name: 'postgres' | 'event-store'): number {
    const isIt = name === 'postgres' ? /\/bin\/postgres -D / : /event-store-node\/cli\/main\.ts start /;
    const pid = descendantsOf(this.pid).find((below) => isIt.test(commandLineOf(below)));
    if (pid === undefined) throw new Error(`the service runs no ${name}`);
    return pid;
  }

  /** Starts it and waits until it accepts requests; answers how long that took in milliseconds. */
  async start(): Promise<number> {
    const began = performance.now();
    const running = this.launch();
    const { child } = running;
    await until(
      'the service has written connection.json',
      () => {
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`the service ended while starting:\n${running.output}`);
        }
        return running.output.includes('listens at') && existsSync(this.connectionFile);
      },
      startLimitMs,
    ).catch((error: unknown) => {
      endGroup(child);
      throw new Error(`${String(error)}\n${running.output}`);
    });
    this.readConnection();
    return performance.now() - began;
  }

  readConnection(): void {
    this.#connection = JSON.parse(readFileSync(this.connectionFile, 'utf8')) as ConnectionFile;
  }

  /** The status of /v1/ready; undefined while nothing listens. */
  async readiness(): Promise<number | undefined> {
    return (await fetch(`http://127.0.0.1:${this.#port}/v1/ready`).catch(() => undefined))?.status;
  }

  /** Starts the process and waits for nothing. */
  launch(): Running {
    return (this.#running = this.#spawn(this.#port));
  }

  /** A second process on the same folder, with another port. */
  another(): Running {
    return this.#spawn(0);
  }

  #spawn(port: number): Running {
    const [command, ...args] =
      this.#startedBy === 'npm' ? ['npm', 'start'] : [process.execPath, ...nodeFlags, 'infra/composition/main.ts'];
    const child = spawn(command as string, args, {
      cwd: project,
      env: { ...process.env, LOG_LEVEL: 'warn', ...this.#env, DATA_DIR: this.dataDir, PORT: String(port) },
      // A group of its own, so that whatever a failed test leaves can be ended by one signal.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const running: Running = { child, output: '' };
    const end = (): void => endGroup(child);
    process.once('exit', end);
    child.once('exit', () => void process.off('exit', end));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (running.output = (running.output + text.toString()).slice(-200_000)));
    }
    return running;
  }

  /** Kill -9 of the service's own process; its parts go by themselves. */
  async kill(): Promise<void> {
    const { child } = this.#claim();
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Waits until its own process has ended by itself; answers the signal that ended it. Its parts go by themselves. */
  async died(withinMs: number): Promise<NodeJS.Signals | null> {
    const { child } = this.#running ?? {};
    if (!child) throw new Error('the service is not running');
    await until('the service has died', () => child.exitCode !== null || child.signalCode !== null, withinMs);
    this.#running = undefined;
    return child.signalCode;
  }

  /** Asks it to stop, as an operator does; answers its exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this.#claim();
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit');
    const forced = setTimeout(() => endGroup(child), stopLimitMs);
    child.kill(signal);
    await gone;
    clearTimeout(forced);
    return child.exitCode;
  }

  /** Ends the service and its parts and removes its folder. Throws if its log holds an event without an actor. */
  async dispose(): Promise<void> {
    let fault: unknown;
    const { child } = this.#running ?? {};
    // One that ended by itself while starting, say, has nothing that could be asked or stopped.
    if (child && child.exitCode === null && child.signalCode === null) {
      await this.#requireAttribution().catch((error: unknown) => (fault = error));
      const below = descendantsOf(this.pid);
      await this.stop();
      await until('its parts are gone', () => !below.some(isAlive), stopLimitMs);
    }
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    if (fault) throw fault;
  }

  async #requireAttribution(): Promise<void> {
    const stores = JSON.parse(readFileSync(path.join(this.dataDir, 'stores.json'), 'utf8')) as {
      eventStoreUrl: string;
    };
    await requireAttribution(stores.eventStoreUrl);
  }

  #claim(): Running {
    const running = this.#running;
    if (!running) throw new Error('the service is not running');
    this.#running = undefined;
    return running;
  }
}

const endGroup = ({ pid, exitCode, signalCode }: ChildProcess): void => {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
};
