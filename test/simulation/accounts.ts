import type { Platform } from '../../domain/platforms/platform.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Credentials, PlatformAccount } from '../../domain/platforms/publisher.ts';
import type { OpenedAccount, Pacing, PublishingAccounts } from '../../processes/publishing/ports.ts';
import type { Dice } from './dice.ts';
import type { Io } from './service.ts';

export type SimulatedAccount = {
  readonly id: string;
  readonly platform: Platform;
  readonly account: PlatformAccount;
  readonly credentials: Credentials;
  connected: boolean;
  status: 'ACTIVE' | 'EXPIRED';
  tokenVersion: number;
};

/** The accounts of one run, as publishing sees them. */
export class Accounts {
  readonly all: readonly SimulatedAccount[];
  /** How likely a renewal goes wrong. */
  trouble = 0;
  readonly #dice: Dice;

  constructor(all: readonly SimulatedAccount[], dice: Dice) {
    this.all = all;
    this.#dice = dice;
  }

  by(id: string): SimulatedAccount {
    const found = this.all.find((each) => each.id === id);
    if (!found) throw new Error(`no account ${id}`);
    return found;
  }

  over(io: Io): PublishingAccounts {
    const opened = (id: string): OpenedAccount | undefined => {
      const { platform, connected, status, account, credentials, tokenVersion } = this.by(id);
      if (!connected) return undefined;
      const usable = status === 'ACTIVE' ? credentials : { accessToken: '' };
      return { facts: { platform, status }, account, credentials: usable, tokenVersion };
    };
    return {
      open: (id) => io('the opening of an account', () => opened(id)),
      renew: (id, _workspaceId, _mode, tokenVersion) =>
        io('a renewal of tokens', () => {
          const account = this.by(id);
          if (!account.connected || account.status !== 'ACTIVE') return undefined;
          if (account.tokenVersion === tokenVersion || tokenVersion === undefined) {
            if (this.#dice.chance(this.trouble))
              throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'the renewal did not come through');
            if (this.#dice.chance(this.trouble)) {
              account.status = 'EXPIRED';
              return undefined;
            }
            account.tokenVersion += 1;
          }
          return opened(id);
        }),
      tokenDied: (id, _workspaceId, _mode, _message, tokenVersion) =>
        io('the end of a token', () => {
          const account = this.by(id);
          if (account.tokenVersion === tokenVersion) account.status = 'EXPIRED';
        }),
    };
  }
}

const windowMs = 60_000;

/** A ceiling of so many sends a minute and account; the same key takes one place only. */
export class MemoryPacing {
  readonly #places = new Map<string, { key: string; at: number; sends: number }[]>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  over(io: Io): Pacing {
    return {
      take: ({ accountId, key, sends, now }) =>
        io('the pacing', () => {
          const places = (this.#places.get(accountId) ?? []).filter(({ at }) => at > now.getTime() - windowMs);
          if (places.some((place) => place.key === key)) return undefined;
          const taken = places.reduce((sum, place) => sum + place.sends, 0);
          const oldest = places[0];
          if (oldest && taken + sends > this.#most) return new Date(oldest.at + windowMs).toISOString();
          this.#places.set(accountId, [...places, { key, at: now.getTime(), sends }]);
          return undefined;
        }),
    };
  }
}
