import type { HeldTokens, StoredTokens, TokenVault } from '../../commands/accounts/token-vault.ts';
import type { Dice } from './dice.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';

type Waiting = () => boolean;

/** The tokens of one run, as `infra/adapters/accounts/sealed-tokens.ts` keeps them: versions, and a lock that goes when its connection goes. */
export class TokenStore {
  readonly #held = new Map<string, HeldTokens>();
  readonly #locks = new Map<string, Waiting[]>();
  readonly #dice: Dice;
  readonly #scheduler: Scheduler;
  /** Chance that a write is not answered, and that a connection with its lock is lost. */
  trouble = 0;

  constructor(dice: Dice, scheduler: Scheduler) {
    this.#dice = dice;
    this.#scheduler = scheduler;
  }

  of(accountId: string): HeldTokens | undefined {
    return this.#held.get(accountId);
  }

  put(accountId: string, tokens: StoredTokens): number {
    const revision = (this.#held.get(accountId)?.revision ?? 0) + 1;
    this.#held.set(accountId, { tokens, revision });
    return revision;
  }

  over({ io, way }: Pick<Service, 'io' | 'way'>): TokenVault {
    const write = <T>(what: string, effect: () => T): Promise<T> =>
      io(what, () => {
        const lost = this.#dice.chance(this.trouble) ? this.#dice.oneOf(['before', 'after'] as const) : undefined;
        if (lost === 'before') throw new Error('the database did not answer');
        const value = effect();
        if (lost === 'after') throw new Error('the database did not answer');
        return value;
      });
    return {
      read: ({ accountId }) => io('a read of tokens', () => this.#held.get(accountId)),
      put: ({ accountId }, tokens) => write('a write of tokens', () => void this.put(accountId, tokens)),
      replace: ({ accountId }, tokens, revision) =>
        write('a write of tokens', () =>
          this.#held.get(accountId)?.revision === revision ? this.put(accountId, tokens) : undefined,
        ),
      remove: ({ accountId }) => write('a removal of tokens', () => void this.#held.delete(accountId)),
      withLock: async ({ accountId }, task) => {
        const lost = new AbortController();
        const release = await this.#lock(accountId, way);
        const undo = this.#dice.chance(this.trouble)
          ? this.#scheduler.after(this.#dice.between(0, 500), () => {
              lost.abort();
              release();
            })
          : undefined;
        try {
          return await task(lost.signal);
        } finally {
          undo?.();
          release();
        }
      },
    };
  }

  /** Waits for its turn; answers how to give it on. A service that dies gives it on, or steps out of the queue. */
  #lock(accountId: string, way: Service['way']): Promise<() => void> {
    return new Promise((resolve) => {
      let is: 'waiting' | 'holding' | 'gone' = 'waiting';
      const release = (): void => {
        const held = is === 'holding';
        is = 'gone';
        undo();
        if (held) this.#next(accountId);
      };
      const undo = way.onDeath(release);
      const turn = (): boolean => {
        if (is === 'gone') return false;
        is = 'holding';
        way.after(this.#dice.between(0, 5), () => resolve(release));
        return true;
      };
      const queue = this.#locks.get(accountId);
      if (queue) queue.push(turn);
      else {
        this.#locks.set(accountId, []);
        turn();
      }
    });
  }

  #next(accountId: string): void {
    const queue = this.#locks.get(accountId) ?? [];
    for (let turn = queue.shift(); turn; turn = queue.shift()) if (turn()) return;
    this.#locks.delete(accountId);
  }
}
