import { commandIdFor } from '../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { refreshFlight } from '../../commands/accounts/refresh-flight.ts';
import type { Connectors } from '../../commands/accounts/connectors.ts';
import type { TokenVault } from '../../commands/accounts/token-vault.ts';
import { account, type AccountCommand, type ConnectedAccount } from '../../domain/accounts/account.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import { commandForOutcome, type RefreshOutcome } from '../../domain/accounts/refresh-outcome.ts';
import { refusedTokenStatus } from '../../domain/accounts/token-refusal.ts';
import { renewalRequest, type RenewToken } from '../../domain/accounts/token-renewal.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Credentials, PlatformAccount } from '../../domain/platforms/publisher.ts';

/** In which workspace, on which clock. */
export type TokenScope = Readonly<{ workspaceId: string; mode: 'live' | 'test' }>;

/** What a call to a platform is made with. `tokenVersion` names the pair, for what is said of it afterwards. */
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
  now(mode: 'live' | 'test'): Date;
  /** The same flight that the endpoint and the process use. */
  renew?: RenewToken;
}>;

/** A platform's clock and ours may differ so much. */
const almostMs = 5 * 60_000;

const gone = (message: string): PlatformError => new PlatformError('unauthorized', 'ACCOUNT_DISCONNECTED', message);

/** The door to the tokens for everything that calls platforms. Renews an expired token on demand, in the account's one flight. */
export class TokenSource {
  readonly #options: Options;
  readonly #renew: RenewToken;

  constructor(options: Options) {
    this.#options = options;
    this.#renew = options.renew ?? refreshFlight(options);
  }

  /**
   * The account with an access token that has not expired on the workspace's clock. Throws `PlatformError`: `unauthorized` where
   * the account is disconnected, revoked, or not renewable; `not_stored` where the renewal did not come through this time.
   */
  async credentialsFor(accountId: string, scope: TokenScope): Promise<AccountCredentials> {
    const state = await this.#connected(accountId, scope);
    if (state.status === 'disconnected' || state.status === 'REVOKED')
      throw gone(`The account is ${state.status.toLowerCase()}; reconnect it`);
    const expired = this.#hasExpired(state, scope);
    if (state.status === 'EXPIRED' || expired) return this.#renewed(state, scope);
    return this.#held(state, scope);
  }

  /**
   * After a platform refused a token: a newer pair, where there is one or the token was about to end anyway. A token that should
   * have lived on was taken back, and its refresh token with it: that is recorded on the account, and `unauthorized` is thrown.
   */
  async renewRefused(
    accountId: string,
    scope: TokenScope,
    refused: Readonly<{ tokenVersion: number; error: PlatformError }>,
  ): Promise<AccountCredentials> {
    const state = await this.#connected(accountId, scope);
    if (state.token.tokenVersion > refused.tokenVersion) return this.credentialsFor(accountId, scope);
    if (this.#hasExpired(state, scope, almostMs)) return this.#renewed(state, scope);
    await this.reportRefused(accountId, scope, refused);
    throw refused.error;
  }

  /** Records that a platform refused the token of this version: account.error, and account.disconnected where it was revoked. */
  async reportRefused(
    accountId: string,
    scope: TokenScope,
    { tokenVersion, error }: Readonly<{ tokenVersion: number; error: PlatformError }>,
  ): Promise<void> {
    const status = refusedTokenStatus(error);
    await this.#record(accountId, scope, {
      type: 'record-token-failure',
      tokenVersion,
      status,
      error: error.message,
    });
  }

  async #connected(accountId: string, { workspaceId }: TokenScope): Promise<ConnectedAccount> {
    const loaded = await this.#options.commands.load(account, accountId, workspaceId);
    if (!loaded?.state) throw gone('The account does not exist');
    return loaded.state;
  }

  #hasExpired({ token }: ConnectedAccount, { mode }: TokenScope, ahead = 0): boolean {
    return token.tokenExpiresAt !== undefined && Date.parse(token.tokenExpiresAt) - ahead <= this.#now(mode).getTime();
  }

  async #renewed(state: ConnectedAccount, scope: TokenScope): Promise<AccountCredentials> {
    const outcome = await this.#fly(state, scope);
    if (outcome.kind === 'refused') throw gone(outcome.error);
    if (outcome.kind === 'failed') {
      throw new PlatformError('not_stored', 'PUBLISH_ERROR', `The token could not be renewed: ${outcome.error}`, {
        ...(outcome.retryAfterSeconds !== undefined && { retryAfterSeconds: outcome.retryAfterSeconds }),
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
    const held = await this.#options.vault.read({ workspaceId, accountId: state.id });
    if (!held) throw gone('No tokens are kept for this account; connect it again');
    return {
      platform: state.profile.platform,
      account: platformAccountOf(state),
      credentials: held.tokens.credentials,
      tokenVersion: held.tokens.facts.tokenVersion,
    };
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

  #now(mode: 'live' | 'test'): Date {
    return this.#options.now(mode);
  }
}
