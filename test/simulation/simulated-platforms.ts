import {
  Cut,
  type FaultKind,
  type FaultOperation,
  heldHeader,
  memorySandboxStore,
  type Provisioned,
  sandboxFetch,
  type SandboxObject,
  type SandboxPlatform,
  sandboxPlatforms,
  type SandboxSecret,
  type SandboxStore,
} from '@social-publishing/platform-sandbox';
import { testApps } from '../support/sandbox-apps.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { renewalOf } from '../../domain/accounts/token-lifetime.ts';
import type { Grant } from '../../domain/platforms/connector.ts';
import type { Credentials } from '../../domain/platforms/publisher.ts';
import type { Fetch } from '../../infra/outside/http/agent-fetch.ts';
import { TimedOut } from '../../infra/outside/platforms/transport-failure.ts';
import type { SimulatedAccount } from './accounts.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';

export const origin = 'http://sandbox.invalid';
export const workspaceId = 'workspace';

const faultsOf: Readonly<Partial<Record<FaultOperation, readonly FaultKind[]>>> = {
  publish: [
    ...(['reset_before', 'reset_after', 'error_after', 'timeout', 'slow', 'server_error'] as const),
    ...(['rate_limited', 'token_expired', 'token_revoked', 'forbidden', 'duplicate'] as const),
    ...(['media_rejected', 'container_failed'] as const),
  ],
  upload: ['reset_before', 'reset_after', 'timeout', 'server_error', 'rate_limited', 'token_expired', 'media_rejected'],
  refresh: [
    'reset_before',
    'reset_after',
    'error_after',
    'timeout',
    'slow',
    'server_error',
    'rate_limited',
    'token_revoked',
  ],
  comment: ['reset_before', 'reset_after', 'error_after', 'timeout', 'server_error', 'rate_limited', 'forbidden'],
  delete: ['reset_before', 'reset_after', 'error_after', 'timeout', 'rate_limited', 'server_error', 'token_expired'],
  list: ['reset_before', 'timeout', 'rate_limited', 'server_error', 'token_expired'],
};

/** What a request that has left still takes to arrive. Nothing arrives later: the service waits longer before it looks. */
const maxTransitMs = 1_500;
/** When `infra/outside/platforms/http.ts` gives a silent call up. */
const patience = 30_000;

export type SimulatedWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  simulated: readonly Platform[];
  /** Such platforms keep no idempotency keys and refuse no duplicates, as smaller instances do. */
  forgetful: boolean;
  note: (line: string) => void;
}>;

export type Way = Readonly<{
  /** Whether the service dies here and now, at the point that is named. */
  dies(where: string): boolean;
  after(milliseconds: number, run: () => void): () => void;
  /** Called with how to end the call when its service dies. */
  onDeath(end: () => void): () => void;
}>;

/** The platforms of one run: the sandbox behind a network that delays, loses and cuts. */
export class SimulatedPlatforms {
  readonly store: SandboxStore;
  /** Called for each refresh token that comes a second time. */
  replayed: ((secret: SandboxSecret) => Promise<void>) | undefined;
  /** Whether the first grants have all been given. */
  begun = false;
  /** Chance of a fault in each operation; 0 once the troubles are over. */
  trouble = 0;
  readonly #dice: Dice;
  readonly #scheduler: Scheduler;
  readonly #respond: (request: Request) => Promise<Response>;
  /** The secrets of the first grants. */
  readonly #first: SandboxSecret[] = [];
  #consents = 0;
  /** Which of them ever denied a token that works. */
  readonly #denials = new Set<Platform>();
  readonly #note: (line: string) => void;
  readonly #coverage: Coverage;
  readonly simulated: readonly Platform[];
  readonly #simulated: readonly SandboxPlatform[];

  constructor({ scheduler, dice, coverage, simulated, forgetful, note }: SimulatedWorld) {
    this.#dice = dice;
    this.#scheduler = scheduler;
    this.#note = note;
    this.#coverage = coverage;
    this.simulated = simulated;
    this.#simulated = sandboxPlatforms.filter(({ platform }) => simulated.includes(platform));
    const memory = memorySandboxStore();
    this.store = {
      ...memory,
      call: (act) => act(this.store),
      putSecret: async (secret) => {
        if (!this.begun) this.#first.push(secret);
        await memory.putSecret(secret);
      },
      secret: async (at, kind, value) => {
        const secret = await memory.secret(at, kind, value);
        if (kind === 'refresh' && secret?.spent) await this.replayed?.(secret);
        return secret;
      },
      // The faults are drawn here and never set, so every call has to ask for them.
      grant: async (at, kind, value) => {
        const found = await memory.grant(at, kind, value);
        return found && { ...found, hasFaults: true };
      },
      takeFault: async ({ operation, platform, kinds }) => this.#fault(operation, platform, kinds),
      insertObject: (object, unique) =>
        memory.insertObject(object, forgetful && object.platform !== 'BLUESKY' ? undefined : unique),
      record: async (platform, kind, id) =>
        forgetful && kind === 'idempotency' ? undefined : memory.record(platform, kind, id),
    };
    this.#respond = sandboxFetch({
      store: this.store,
      apps: testApps,
      clock: { now: () => new Date(scheduler.now) },
      platforms: this.#simulated,
    });
  }

  /** An account with the first grant that the service gets for it. `isLasting`: its tokens outlast the run. */
  async provision(platform: Platform, id: string, isLasting = false): Promise<Provisioned> {
    const sandbox = this.#simulated.find((each) => each.platform === platform);
    if (!sandbox) throw new Error(`${platform} is not simulated`);
    const world = { store: this.store, apps: testApps, now: () => new Date(this.#scheduler.now), origin };
    // Where renewing is more than an exchange of what still works, some tokens end in the middle of the run.
    const renewal = renewalOf[platform];
    const ends = !isLasting && (renewal === 'rotating' || renewal === 'lasting');
    const short = ends ? this.#dice.oneOf([0, 12, 40]) * 60 : 0;
    return sandbox.provision(world, {
      platform,
      workspaceId,
      username: `user-${id}`,
      tokenExpiresInSeconds: short || 30 * 86_400,
    });
  }

  /** A further consent for an account: a grant like the first, with secrets of its own. */
  async grantAnew({ platform, provisioned }: SimulatedAccount): Promise<Grant> {
    const { grant, details } = provisioned;
    const number = (this.#consents += 1);
    const family = `consent-${number}`;
    let credentials = JSON.stringify(grant.credentials);
    const lifetime = grant.expiresInSeconds;
    for (const secret of this.#first.filter((each) => each.accountNativeId === details.nativeId)) {
      const value = `${secret.value}c${number}`;
      credentials = credentials.replaceAll(JSON.stringify(secret.value).slice(1, -1), value);
      const ends =
        secret.kind === 'access' && lifetime !== undefined ? this.#scheduler.now + lifetime * 1000 : undefined;
      const expiresAt = ends === undefined ? secret.expiresAt : new Date(ends).toISOString();
      await this.store.putSecret({ ...secret, value, family, ...(expiresAt !== undefined && { expiresAt }) });
    }
    this.#note(`${platform} is consented to again`);
    return { ...grant, credentials: JSON.parse(credentials) as Credentials };
  }

  /** Whether a platform would take an access token now, and has never denied one that works. */
  async honours(platform: Platform, accessToken: string): Promise<boolean> {
    const secret = await this.store.secret(platform, 'access', accessToken);
    const denied = this.#denials.has(platform);
    if (denied || !secret || secret.revoked || secret.spent) return false;
    return secret.expiresAt === undefined || Date.parse(secret.expiresAt) > this.#scheduler.now;
  }

  /** All an account ever made, oldest first, what was removed included. A title counts as the beginning of its text. */
  async made(platform: Platform, nativeId: string): Promise<readonly SandboxObject[]> {
    const query = { platform, accountNativeId: nativeId, direction: 'made', deleted: true, limit: 1000 } as const;
    const made = [...(await this.store.objects(query))].reverse();
    return made.map((object) => {
      const { title } = object.data;
      return typeof title === 'string' ? { ...object, text: `${title}\n${object.text}` } : object;
    });
  }

  #fault(operation: FaultOperation, platform: Platform, fitting?: readonly FaultKind[]): FaultKind | undefined {
    const kinds = faultsOf[operation];
    if (!kinds || !this.#dice.chance(this.trouble)) return undefined;
    const fault = this.#dice.oneOf(kinds);
    if (fitting && !fitting.includes(fault)) return undefined;
    if (fault === 'token_expired') this.#denials.add(platform);
    this.#coverage.count(`fault: ${operation} ${fault}`);
    this.#coverage.count(`platform met a fault: ${platform}`);
    this.#note(`${platform} ${operation}: ${fault}`);
    return fault;
  }

  /** `fetch` for one service, with `way` for what ends with it. */
  fetchOver(way: Way): Fetch {
    return (input, init) =>
      new Promise<Response>((resolve, reject) => {
        const signal = init?.signal;
        if (signal?.aborted) return reject(signal.reason as Error);
        const dice = this.#dice;
        const request = new Request(input, { ...init, signal: null });
        // Behind the sandbox's origin, its prefix and the host it runs.
        const where = `${request.method} ${input.split('?', 1).join('').split('/').slice(6).join('/')}`;
        let undoDeath = (): void => {};
        let cancelArrival = (): void => {};
        const end = (run: () => void): void => {
          signal?.removeEventListener('abort', aborted);
          undoDeath();
          run();
        };
        const fail = (error: Error): void => end(() => reject(error));
        const aborted = (): void => fail(signal?.reason as Error);
        signal?.addEventListener('abort', aborted);
        if (dice.chance(this.trouble / 8)) {
          this.#note(`${where}: connection refused`);
          this.#coverage.count('fault: connection refused');
          way.after(dice.between(1, 50), () => fail(broken('ECONNREFUSED')));
          return;
        }
        undoDeath = way.onDeath(() => {
          // What the dying service had handed over may arrive all the same.
          if (dice.chance(0.5)) cancelArrival();
          signal?.removeEventListener('abort', aborted);
          reject(broken('ECONNRESET'));
        });
        if (way.dies(`as a call leaves`)) return;
        const slow = dice.chance(0.05) ? maxTransitMs : 120;
        cancelArrival = this.#scheduler.after(dice.between(1, slow), () => {
          void this.#scheduler.whole(async () => {
            const answer = await this.#answer(request, where);
            way.after(answer.wait, () => {
              if (way.dies('as an answer arrives')) return;
              if (answer.error) fail(answer.error);
              else end(() => resolve(answer.response));
            });
          });
        });
      });
  }

  async #answer(
    request: Request,
    where: string,
  ): Promise<{ wait: number; error?: undefined; response: Response } | { wait: number; error: Error }> {
    const wait = this.#dice.between(1, 100);
    try {
      const response = await this.#respond(request);
      this.#note(`${where}: ${response.status}`);
      if (response.headers.get(heldHeader) === 'slow') {
        const held = this.#dice.between(5_000, 45_000);
        if (held > patience) return { wait: patience, error: new TimedOut('no answer') };
        return { wait: held, response };
      }
      return { wait, response };
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      this.#note(`${where}: ${error.way}`);
      if (error.way === 'silence') return { wait: patience, error: new TimedOut('no answer') };
      return { wait, error: broken('ECONNRESET') };
    }
  }
}

const broken = (code: string): Error => Object.assign(new Error(code), { code });
