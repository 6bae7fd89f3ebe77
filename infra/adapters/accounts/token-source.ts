import type { Mode } from '../../../domain/kernel/mode.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { commandIdFor } from '../../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../../commands/kernel/handle.ts';
import { refreshFlight } from '../../../commands/accounts/refresh-flight.ts';
import type { Connectors } from '../../../commands/accounts/connectors.ts';
import type { HeldTokens, TokenVault } from '../../../commands/accounts/token-vault.ts';
import { account, type AccountCommand } from '../../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../../domain/accounts/account-state.ts';
import { publishingFacts } from './accounts-of-posts.ts';
import { checkAccount } from '../../../domain/content/account-eligibility.ts';
import { platformAccountOf } from '../../../domain/accounts/platform-account.ts';
import { commandForOutcome, type RefreshOutcome } from '../../../domain/accounts/refresh-outcome.ts';
import { refusedTokenStatus } from '../../../domain/accounts/token-refusal.ts';
import { renewalRequest, type RenewToken } from '../../../domain/accounts/token-renewal.ts';
import type { Platform } from '../../../domain/platforms/platform.ts';
import { PlatformError } from '../../../domain/platforms/platform-error.ts';
import type { Credentials, PlatformAccount } from '../../../domain/platforms/publisher.ts';
import { defined } from '../../../domain/kernel/defined.ts';

/** In which workspace, on which clock. */
export type TokenScope = Readonly<{ workspaceId: string; mode: Mode }>;

/**
 * The facts for a call to a platform. `tokenVersion` identifies the token pair, for later reports
 * about it.
 */
export type AccountCredentials = Readonly<{
  platform: Platform;
  account: PlatformAccount;
  credentials: Credentials;
  tokenVersion: number;
}>;

type Options = Readonly<{
  commands: CommandHandler;
  vault: TokenVault;
  connectors: Connectors;
  now(mode: Mode): Date;
  /** The same flight that the endpoint and the process use. */
  renew?: RenewToken;
}>;

/**
 * The maximum age of an account's facts for a call: many posts of one account are due at the same
 * time. Changes made by this process count immediately.
 */
const freshMs = 5_000;
/** The most accounts whose opened tokens are kept for that long. */
const maxCachedTokens = 2_000;

/** The largest difference between a platform's clock and ours. */
const almostMs = 5 * 60_000;

const gone = (message: string): PlatformError => new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', message);

/**
 * The only source of tokens for calls to platforms. Renews an expired token on demand, in the
 * account's single flight.
 */
export class TokenSource {
  readonly #options: Options;
  readonly #renew: RenewToken;
  /** Opened tokens by account, kept for a moment. */
  readonly #opened = new Map<string, Readonly<{ held: Promise<HeldTokens | undefined>; until: number }>>();

  constructor(options: Options) {
    this.#options = options;
    this.#renew = options.renew ?? refreshFlight({ ...options, wait: (milliseconds) => pause(milliseconds) });
  }

  /**
   * The account as its stream has it; undefined where the workspace has none of this id. What would stop a call is read from the
   * log: the account may have been connected again, or its page selected, on another node a moment ago.
   */
  async stateOf(accountId: string, { workspaceId }: TokenScope): Promise<ConnectedAccount | undefined> {
    const { commands } = this.#options;
    const known = (await commands.load(account, accountId, workspaceId, { maxAgeMs: freshMs }))?.state;
    if (known && checkAccount(publishingFacts(known), 'dispatch').errors.length === 0) return known;
    return (await commands.load(account, accountId, workspaceId))?.state;
  }

  /**
   * The account with an access token that has not expired on the workspace's clock. Throws
   * `PlatformError`: `unauthorized` where only a reconnect helps, `not_stored` where the renewal
   * failed this time.
   */
  async credentialsFor(accountId: string, scope: TokenScope): Promise<AccountCredentials> {
    const state = await this.#connected(accountId, scope);
    if (state.status !== 'ACTIVE') throw gone(`The account is ${state.status.toLowerCase()}; reconnect it`);
    return this.#hasExpired(state, scope) ? this.#renewed(state, scope) : this.#held(state, scope);
  }

  /**
   * After a platform refused the token of `tokenVersion` (by default the newest): a newer pair,
   * which exists already or is made now. Throws `unauthorized` where the token cannot be renewed,
   * because it and its refresh token were revoked.
   */
  async renewedSince(
    accountId: string,
    scope: TokenScope,
    tokenVersion: number | undefined,
  ): Promise<AccountCredentials> {
    const state = await this.#connected(accountId, scope);
    if (tokenVersion !== undefined && state.token.tokenVersion > tokenVersion)
      return this.credentialsFor(accountId, scope);
    const renewable = state.token.canAutoRefresh !== false || this.#hasExpired(state, scope, almostMs);
    if (renewable) return this.#renewed(state, scope);
    throw gone('The platform took the token back; reconnect the account');
  }

  /**
   * Like `renewedSince`. A token that cannot be renewed is recorded on the account, and the
   * platform's own error is thrown.
   */
  async renewRefused(
    accountId: string,
    scope: TokenScope,
    refused: Readonly<{ tokenVersion: number; error: PlatformError }>,
  ): Promise<AccountCredentials> {
    try {
      return await this.renewedSince(accountId, scope, refused.tokenVersion);
    } catch (error) {
      if (!(error instanceof PlatformError) || error.kind !== 'unauthorized') throw error;
      await this.reportRefused(accountId, scope, refused);
      throw refused.error;
    }
  }

  /**
   * Records that a platform refused the token of this version: account.error, and
   * account.disconnected where it was revoked.
   */
  async reportRefused(
    accountId: string,
    scope: TokenScope,
    { tokenVersion, error }: Readonly<{ tokenVersion: number | undefined; error: PlatformError }>,
  ): Promise<void> {
    const status = refusedTokenStatus(error);
    const blamed = tokenVersion ?? (await this.#connected(accountId, scope)).token.tokenVersion;
    await this.#record(accountId, scope, {
      type: 'record-token-failure',
      tokenVersion: blamed,
      status,
      error: error.message,
    });
  }

  async #connected(accountId: string, scope: TokenScope): Promise<ConnectedAccount> {
    const state = await this.stateOf(accountId, scope);
    if (!state) throw gone('The account does not exist');
    return state;
  }

  #hasExpired({ token }: ConnectedAccount, { mode }: TokenScope, ahead = 0): boolean {
    return token.tokenExpiresAt !== undefined && Date.parse(token.tokenExpiresAt) - ahead <= this.#now(mode).getTime();
  }

  async #renewed(state: ConnectedAccount, scope: TokenScope): Promise<AccountCredentials> {
    const outcome = await this.#fly(state, scope);
    if (outcome.kind === 'refused') throw gone(outcome.error);
    if (outcome.kind === 'failed') {
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', `The token could not be renewed: ${outcome.error}`, {
        ...defined({ retryAfterSeconds: outcome.retryAfterSeconds }),
      });
    }
    return this.#held(await this.#connected(state.id, scope), scope);
  }

  async #fly(state: ConnectedAccount, scope: TokenScope): Promise<RefreshOutcome> {
    const now = () => this.#now(scope.mode);
    const outcome = await this.#renew(renewalRequest(state, { ...scope, now }));
    const command = commandForOutcome(outcome, { failures: state.refreshFailures, now: now().toISOString() });
    await this.#record(state.id, scope, command);
    return outcome;
  }

  async #held(state: ConnectedAccount, { workspaceId }: TokenScope): Promise<AccountCredentials> {
    const held = await this.#read(state, workspaceId);
    if (!held) throw gone('No tokens are stored for this account; connect it again');
    return {
      platform: state.profile.platform,
      account: platformAccountOf(state),
      credentials: held.tokens.credentials,
      tokenVersion: held.tokens.facts.tokenVersion,
    };
  }

  /** The newest pair, or the recently opened one where the account has no newer one. */
  async #read(state: ConnectedAccount, workspaceId: string): Promise<HeldTokens | undefined> {
    const opened = this.#opened.get(state.id);
    const now = performance.now();
    if (opened && opened.until > now) {
      const held = await opened.held;
      if (held && held.tokens.facts.tokenVersion >= state.token.tokenVersion) return held;
    }
    const held = this.#options.vault.read({ workspaceId, accountId: state.id });
    this.#opened.delete(state.id);
    this.#opened.set(state.id, { held, until: now + freshMs });
    held.catch(() => this.#opened.delete(state.id));
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > maxCachedTokens && oldest !== undefined) this.#opened.delete(oldest);
    return held;
  }

  async #record(accountId: string, { workspaceId, mode }: TokenScope, command: AccountCommand): Promise<void> {
    const occurredAt = this.#now(mode).toISOString();
    const commandId = commandIdFor('token-source', accountId, JSON.stringify(command), occurredAt);
    const actor = { kind: 'process', id: 'token-source' } as const;
    await this.#options.commands.handle(account, accountId, command, {
      commandId,
      meta: { workspaceId, mode, actor, $correlationId: commandId, occurredAt },
    });
  }

  #now(mode: Mode): Date {
    return this.#options.now(mode);
  }
}
