import type { Mode } from '../../domain/kernel/mode.ts';
import { account } from '../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import type { KnownDestination, Profile } from '../../domain/accounts/account-events.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { accountView, type Account } from '../../domain/accounts/account-view.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import { requireView } from '../../domain/kernel/decider.ts';
import type { AccountDetails, Grant } from '../../domain/platforms/connector.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { effectiveSettings } from '../../domain/workspaces/settings.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { reservationKey } from '../kernel/deterministic-ids.ts';
import type { WriteContext } from '../kernel/endpoint.ts';
import type { Connectors } from './connectors.ts';
import { keptDestinations } from './kept-destinations.ts';
import { factsOf } from './refresh-flight.ts';
import type { HeldTokens, StoredTokens, TokenOwner, TokenVault } from './token-vault.ts';

/** What connecting needs of a request; the service connects sandbox accounts with the same. */
export type ConnectContext = Pick<WriteContext, 'now' | 'commandId' | 'newId' | 'handle' | 'load'> &
  Readonly<{ workspaceId: string; mode: Mode; connectedById: string | null }>;

export type Connection = Readonly<{
  platform: Platform;
  grant: Grant;
  details: AccountDetails;
  /** The workspace whose limit of accounts counts. */
  plan: Plan | 'unlimited';
  /** A destination of the account that is already chosen. */
  page?: Readonly<{ id: string; name?: string }>;
}>;

export type ConnectPorts = Readonly<{ vault: TokenVault; connectors: Connectors }>;

/** Names the steps of one request that connects several accounts. */
const stepsOf = (name: string) => (step: string) => (name === '' ? step : `${name}/${step}`);

export const connectContext = (context: WriteContext): ConnectContext => ({
  now: context.now,
  commandId: context.commandId,
  newId: context.newId,
  handle: context.handle,
  load: context.load,
  workspaceId: context.caller.workspaceId,
  mode: context.caller.mode,
  connectedById: context.caller.kind === 'session' ? (context.caller.userId ?? null) : null,
});

/** The platforms that the workspace has enabled; an empty list means all. */
export const allowedPlatforms = async (
  context: Pick<ConnectContext, 'load' | 'workspaceId'>,
): Promise<readonly Platform[]> => {
  const loaded = await context.load(workspace, context.workspaceId);
  return loaded?.state ? (effectiveSettings(loaded.state.settings).allowedPlatforms ?? []) : [];
};

/** The longest ids of accounts are identities of the web: 253 characters of a host, and a prefix. */
const longestNativeId = 512;

/**
 * Connects an authorized account to the workspace, under its old id where it was connected before.
 * The order is: claim a place, seal the tokens, record the event. The next try continues an
 * interrupted one, or the process `account-release` undoes it. Throws `Refused` LIMIT_EXCEEDED or
 * PLATFORM_RESTRICTED.
 */
export const connectAccount =
  ({ vault, connectors }: ConnectPorts) =>
  async (connection: Connection, context: ConnectContext, name = ''): Promise<Account> => {
    const step = stepsOf(name);
    const { platform, grant, details, plan } = connection;
    if (details.nativeId.length > longestNativeId)
      throw new Refused(
        'VALIDATION_ERROR',
        `The platform names the account by more than ${longestNativeId} characters`,
      );
    const nativeKey = reservationKey(platform, details.nativeId);
    const registry = await context.handle(
      accountRegistry,
      context.workspaceId,
      {
        type: 'take-slot',
        nativeKey,
        platform,
        newAccountId: context.newId(step('account')),
        plan,
        allowedPlatforms: await allowedPlatforms(context),
      },
      { step: step('take-slot') },
    );
    const accountId = registry.state[nativeKey]?.accountId;
    if (accountId === undefined) throw new Error(`no place was claimed for ${nativeKey}`);

    const owner = { workspaceId: context.workspaceId, accountId };
    const connectionId = step(context.commandId);
    // Under the lock, so that the last stored tokens belong to the connection recorded last.
    const connected = await vault.withLock(owner, async (lost) => {
      // Under the lock: the erasure of the workspace gives back what was kept before it had the lock.
      if (await isWorkspaceGone(context)) return undefined;
      const known = await context.load(account, accountId);
      // Also where another connection has followed since: these tokens are older.
      const isRepeat =
        known?.events.some(({ data }) => 'connectionId' in data && data.connectionId === connectionId) ?? false;
      if (!isRepeat) {
        const held = await vault.read(owner);
        const latest = Math.max(held?.tokens.facts.tokenVersion ?? 0, known?.state?.token.tokenVersion ?? 0);
        const facts = factsOf(grant, latest + 1, new Date(context.now));
        // Another request may have connected or disconnected the account since the lock was
        // acquired.
        if (
          lost.aborted ||
          !(await keepGrant(vault, owner, { held, granted: { credentials: grant.credentials, facts }, connectionId }))
        )
          throw interrupted();
      }
      // A repeat of a connection that was disconnected since finds no tokens and changes nothing.
      const token = (await vault.read(owner))?.tokens.facts ?? (isRepeat ? known?.state?.token : undefined);
      // After the loss of the lock, the next holder has given back these tokens with the older
      // ones.
      if (!token) throw interrupted();
      return context.handle(
        account,
        accountId,
        {
          type: 'connect',
          accountId,
          connectionId,
          profile: profileOf(platform, details),
          token,
          connectedById: context.connectedById,
        },
        { step: step('connect') },
      );
    });
    if (!connected) {
      await giveUpPlace(connection, { accountId, step: step('release') }, context, connectors);
      throw notFound('workspace');
    }
    let { events, state } = connected;
    const destinations = state && (await listDestinations(state, connection, context, connectors));
    if (destinations) {
      ({ events, state } = await context.handle(
        account,
        accountId,
        { type: 'load-destinations', destinations },
        { step: step('destinations') },
      ));
    }
    if (connection.page && destinations) {
      const { id: pageId, name: pageName } = connection.page;
      ({ events } = await context.handle(
        account,
        accountId,
        { type: 'select-page', pageId, pageName, isAnotherAccounts: false },
        { step: step('page') },
      ));
    }
    return requireView(accountView, events);
  };

/** The most accounts that are asked for the connection of a request. */
const maxAsked = 50;

/** The account that this request has connected already. */
export const connectedBefore = async (
  platform: Platform,
  context: Pick<WriteContext, 'caller' | 'commandId' | 'load'>,
): Promise<Account | undefined> => {
  const registry = await context.load(accountRegistry, context.caller.workspaceId);
  const held = Object.values(registry?.state ?? {}).filter((slot) => slot.held && slot.platform === platform);
  for (const { accountId } of held.slice(-maxAsked)) {
    const events = (await context.load(account, accountId))?.events ?? [];
    const isOurs = events.some(({ data }) => 'connectionId' in data && data.connectionId === context.commandId);
    if (isOurs) return requireView(accountView, events);
  }
  return undefined;
};

/** Whether the workspace was deleted after the request was let in. */
const isWorkspaceGone = async (context: Pick<ConnectContext, 'load' | 'workspaceId'>): Promise<boolean> => {
  const state = (await context.load(workspace, context.workspaceId))?.state;
  return state !== undefined && state.status !== 'active';
};

/** Frees the place and gives the grant back, as far as the platform lets us. */
const giveUpPlace = async (
  { platform, details, grant }: Connection,
  { accountId, step }: Readonly<{ accountId: string; step: string }>,
  context: ConnectContext,
  connectors: Connectors,
): Promise<void> => {
  await connectors
    .of(context, platform)
    .revoke({ ...details, id: accountId }, grant.credentials)
    .catch((error: unknown) => {
      if (!(error instanceof PlatformError)) throw error;
    });
  await context.handle(accountRegistry, context.workspaceId, { type: 'release-slot', accountId }, { step });
};

const interrupted = (): Refused => new Refused('SERVICE_UNAVAILABLE', 'The connection was interrupted; send it again');

/**
 * The number of connections that an account remembers: a repeated request follows its first try
 * closely.
 */
const rememberedConnections = 20;

/**
 * Stores the grant of a connection; returns whether it could. An earlier try may have stored the
 * grant and lost its answer, and the tokens may have been renewed since: then the stored tokens
 * remain, under a version of their own.
 */
const keepGrant = async (
  vault: TokenVault,
  owner: TokenOwner,
  {
    held,
    granted,
    connectionId,
  }: Readonly<{ held: HeldTokens | undefined; granted: StoredTokens; connectionId: string }>,
): Promise<boolean> => {
  const before = held?.tokens.connections ?? [];
  if (held && before.includes(connectionId)) {
    const facts = { ...held.tokens.facts, tokenVersion: granted.facts.tokenVersion };
    return (await vault.replace(owner, { ...held.tokens, facts }, held.revision)) !== undefined;
  }
  await vault.put(owner, { ...granted, connections: [...before, connectionId].slice(-rememberedConnections) });
  return true;
};

export const profileOf = (platform: Platform, details: AccountDetails): Profile => ({
  platform,
  nativeId: details.nativeId,
  username: details.username,
  displayName: details.displayName,
  avatarUrl: details.avatarUrl,
  accountType: details.accountType,
  oauthVersion: details.oauthVersion,
  instanceUrl: details.instanceUrl,
});

/** Best effort: the next request for the list fetches what is missing now. */
const listDestinations = async (
  state: ConnectedAccount,
  { platform, grant, page }: Connection,
  scope: Pick<ConnectContext, 'workspaceId' | 'mode'>,
  connectors: Connectors,
): Promise<KnownDestination[] | undefined> => {
  const rule = destinationRule(state.profile);
  if (!rule) return undefined;
  const chosen = page ? [{ id: page.id, name: page.name ?? page.id, kind: rule.noun }] : undefined;
  try {
    const connector = connectors.of(scope, platform);
    const listed = keptDestinations(
      await connector.destinations(platformAccountOf(state), grant.credentials),
      page?.id,
    );
    return listed.some(({ id }) => id === page?.id) ? listed : [...(chosen ?? []), ...listed];
  } catch (error) {
    if (error instanceof PlatformError) return chosen;
    throw error;
  }
};
