import type { TokenFacts } from '../../domain/accounts/account-events.ts';
import type { RefreshOutcome } from '../../domain/accounts/refresh-outcome.ts';
import { believedLifetime, renewalOf } from '../../domain/accounts/token-lifetime.ts';
import { refusedTokenStatus } from '../../domain/accounts/token-refusal.ts';
import type { RenewalRequest, RenewToken } from '../../domain/accounts/token-renewal.ts';
import type { Connector, Grant } from '../../domain/platforms/connector.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Credentials } from '../../domain/platforms/publisher.ts';
import type { Connectors } from './connectors.ts';
import type { HeldTokens, StoredTokens, TokenOwner, TokenVault } from './token-vault.ts';
import { defined } from '../../domain/kernel/defined.ts';

type Ports = Readonly<{
  vault: TokenVault;
  connectors: Connectors;
  /** Delays between the tries to store a new pair of tokens, on the machine's clock. */
  wait(milliseconds: number): Promise<unknown>;
}>;

/** The public facts of a grant. `now` is the workspace's clock. */
export const factsOf = (grant: Grant, tokenVersion: number, now: Date): TokenFacts => {
  const lifeSeconds = believedLifetime(grant.expiresInSeconds);
  const loginSeconds = believedLifetime(grant.loginEndsInSeconds);
  const after = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
  return {
    tokenVersion,
    ...(lifeSeconds !== undefined && { tokenExpiresAt: after(lifeSeconds) }),
    ...defined({ canAutoRefresh: grant.canAutoRefresh }),
    ...(loginSeconds !== undefined && { loginEndsAt: after(loginSeconds) }),
    ...(grant.scopes !== undefined && { scopes: [...grant.scopes] }),
  };
};

/**
 * Renews the token of an account, one renewal at a time. The new pair is stored before its first
 * use. A single-use refresh token is marked as sent before the request leaves. When the answer is
 * lost, the token is not sent again while the access token works, so that a repeat cannot
 * invalidate a valid grant. Where the platform answers a repeat with the same successor, the
 * request is repeated immediately.
 */
export const refreshFlight =
  ({ vault, connectors, wait }: Ports): RenewToken =>
  (request) => {
    const owner = { workspaceId: request.workspaceId, accountId: request.account.id };
    const connector = connectors.of(request, request.platform);
    return vault.withLock(owner, (lost) => new Flight({ vault, connector, owner, request, lost, wait }).fly());
  };

class Flight {
  readonly #vault: TokenVault;
  readonly #connector: Connector;
  readonly #owner: TokenOwner;
  readonly #request: RenewalRequest;
  readonly #lost: AbortSignal;
  readonly #wait: Ports['wait'];

  constructor({
    vault,
    connector,
    owner,
    request,
    lost,
    wait,
  }: Readonly<{
    vault: TokenVault;
    connector: Connector;
    owner: TokenOwner;
    request: RenewalRequest;
    lost: AbortSignal;
    wait: Ports['wait'];
  }>) {
    this.#vault = vault;
    this.#connector = connector;
    this.#owner = owner;
    this.#request = request;
    this.#lost = lost;
    this.#wait = wait;
  }

  async fly(): Promise<RefreshOutcome> {
    const held = await this.#vault.read(this.#owner);
    const { knownVersion, platform } = this.#request;
    if (!held) {
      const error = 'No tokens are stored for this account; connect it again';
      return { kind: 'refused', tokenVersion: knownVersion, status: 'EXPIRED', error };
    }
    const { facts, refreshSentAt: lostAt } = held.tokens;
    if (facts.tokenVersion > knownVersion) return { kind: 'refreshed', token: facts };
    const renewal = renewalOf[platform];
    if (renewal === 'none' || facts.canAutoRefresh === false) return this.#askForOwner(held.tokens);
    if (renewal !== 'rotating') return this.#send(held);
    if (this.#bearsRepeat(held.tokens)) return this.#send(held, lostAt);
    if (lostAt !== undefined) {
      const doubt = await this.#settle(held.tokens, `The answer to the renewal of ${lostAt} was lost`);
      if (doubt) return doubt;
    }
    const marked = { ...held.tokens, refreshSentAt: this.#request.now().toISOString() };
    const revision = await this.#vault.replace(this.#owner, marked, held.revision);
    return revision === undefined ? changedMeanwhile : this.#send({ tokens: marked, revision }, lostAt);
  }

  /**
   * Whether a refresh token that was already sent may be sent again although its access token still
   * works.
   */
  #bearsRepeat({ credentials, refreshSentAt }: StoredTokens): boolean {
    if (refreshSentAt === undefined) return false;
    const seconds = this.#connector.repeatSeconds?.(credentials) ?? 0;
    return this.#request.now().getTime() - Date.parse(refreshSentAt) < seconds * 1000;
  }

  /** `lostAt`: when the refresh token was sent by an earlier try whose answer was lost. */
  async #send(held: HeldTokens, lostAt?: string): Promise<RefreshOutcome> {
    if (this.#lost.aborted) return changedMeanwhile;
    const { credentials } = held.tokens;
    try {
      const grant = await this.#connector.refresh(this.#request.account, credentials);
      return await this.#keep(grant, held);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      return this.#failed(error, held, lostAt);
    }
  }

  /** The new pair exists in memory only: it is stored before anything else happens. */
  async #keep(grant: Grant, held: HeldTokens): Promise<RefreshOutcome> {
    const { facts, credentials, connections } = held.tokens;
    const renewed: StoredTokens = {
      ...(connections && { connections }),
      credentials: succeed(credentials, grant.credentials, {
        rotating: renewalOf[this.#request.platform] === 'rotating',
      }),
      facts: { scopes: facts.scopes, ...factsOf(grant, facts.tokenVersion + 1, this.#request.now()) },
    };
    for (let attempt = 0; ; attempt++) {
      try {
        const revision = await this.#vault.replace(this.#owner, renewed, held.revision);
        if (revision !== undefined) return { kind: 'refreshed', token: renewed.facts };
        // A reconnect has written meanwhile, or an earlier write whose answer was lost: in both
        // cases the stored pair is newer.
        const now = await this.#vault.read(this.#owner);
        return now && now.tokens.facts.tokenVersion > facts.tokenVersion
          ? { kind: 'refreshed', token: now.tokens.facts }
          : changedMeanwhile;
      } catch (error) {
        const milliseconds = keepPauses[attempt];
        if (milliseconds === undefined) throw error;
        await this.#wait(milliseconds);
      }
    }
  }

  async #failed(error: PlatformError, held: HeldTokens, lostAt: string | undefined): Promise<RefreshOutcome> {
    const { tokens, revision } = held;
    const rotating = renewalOf[this.#request.platform] === 'rotating';
    if (error.kind === 'unknown' && rotating) {
      if (this.#bearsRepeat(tokens)) return failed(error);
      const doubt = await this.#settle(tokens, error.message);
      return doubt ?? { kind: 'failed', error: error.message };
    }
    const { refreshSentAt: _, ...unmarked } = tokens;
    // Where an answer was lost before, the mark remains: that try may have spent the token, which
    // is why it cannot be renewed.
    const kept = lostAt === undefined ? unmarked : { ...tokens, refreshSentAt: lostAt };
    if (error.kind === 'unauthorized') {
      const facts = { ...tokens.facts, canAutoRefresh: false };
      await this.#vault.replace(this.#owner, { ...kept, facts }, revision);
      if (lostAt === undefined) return refused(tokens, error);
      const doubt = await this.#settle(tokens, `The platform no longer accepts the refresh token of ${lostAt}`);
      return doubt ?? refused(tokens, error, lostAt);
    }
    if (rotating) await this.#vault.replace(this.#owner, kept, revision);
    // Also for a flat `refused`: it concerns the service's registration with the platform, which a
    // reconnect does not fix.
    return failed(error);
  }

  /**
   * After a lost answer: no action while the access token works; undefined when it is dead, so that
   * the refresh token may be sent again.
   */
  async #settle(tokens: StoredTokens, what: string): Promise<RefreshOutcome | undefined> {
    const seen = await this.#askForOwner(tokens);
    if (seen.kind === 'refused') return undefined;
    if (seen.kind === 'failed') return seen;
    const notBefore = tokens.facts.tokenExpiresAt;
    const error = `${what}; the token still works until it expires`;
    return { kind: 'failed', error, ...defined({ notBefore }) };
  }

  /** Asks the platform for the owner of the token. */
  async #askForOwner(tokens: StoredTokens): Promise<RefreshOutcome> {
    try {
      await this.#connector.details(tokens.credentials);
      return { kind: 'still-good', tokenVersion: tokens.facts.tokenVersion };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const lostAt = tokens.facts.canAutoRefresh === false ? tokens.refreshSentAt : undefined;
      return error.kind === 'unauthorized' ? refused(tokens, error, lostAt) : failed(error);
    }
  }
}

/**
 * Milliseconds between the tries to store a new pair: the process has to outlast a restart of the
 * database.
 */
const keepPauses = [50, 200, 1_000, 3_000, 5_000, 5_000];

const changedMeanwhile: RefreshOutcome = { kind: 'failed', error: 'The tokens were changed at the same time' };

const failed = (error: PlatformError): RefreshOutcome => ({
  kind: 'failed',
  error: error.message,
  ...defined({ retryAfterSeconds: error.retryAfterSeconds }),
});

/**
 * `lostAt`: the answer with the new pair was lost then; the refusal states it beside the platform's
 * own message.
 */
const refused = ({ facts }: StoredTokens, error: PlatformError, lostAt?: string): RefreshOutcome => ({
  kind: 'refused',
  tokenVersion: facts.tokenVersion,
  status: refusedTokenStatus(error),
  error:
    lostAt === undefined
      ? error.message
      : `The answer to the renewal of ${lostAt} was lost, and the platform has replaced the token since; connect the account again (${error.message})`,
});

/**
 * The next credentials. Where the platform returns no new refresh token the old one is kept, unless
 * it was single-use.
 */
const succeed = (
  old: Credentials,
  granted: Credentials,
  { rotating }: Readonly<{ rotating: boolean }>,
): Credentials => {
  const refreshToken = granted.refreshToken ?? (rotating ? undefined : old.refreshToken);
  const extra = { ...old.extra, ...granted.extra };
  return {
    accessToken: granted.accessToken,
    ...defined({ refreshToken }),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
};
