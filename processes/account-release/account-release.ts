import type { AccountEvent } from '../../domain/accounts/account-events.ts';
import { account } from '../../domain/accounts/account.ts';
import { accountRegistry, type AccountRegistryEvent } from '../../domain/accounts/account-registry.ts';
import { platformAccountOf } from '../../domain/accounts/platform-account.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import type { PlatformAccount } from '../../domain/platforms/publisher.ts';
import { runnable, type ProcessManager, type RunnableProcess } from '../kernel/process-manager.ts';

/** `connecting`: a place was taken and the account must follow. `leaving`: a person disconnected it. */
export type Leaving = Readonly<{ accountId: string; phase: 'connecting' | 'leaving'; at: string }>;

export type ReleaseAction = Readonly<{ accountId: string; phase: Leaving['phase'] }>;

/** Gives tokens back and deletes them; undefined where `confirm` said no under the account's lock. */
export type ForgetTokens = (
  request: Readonly<{ workspaceId: string; mode: 'live' | 'test'; platform: Platform; account: PlatformAccount }>,
  confirm: () => Promise<boolean>,
) => Promise<{ revoked: boolean } | undefined>;

/** A connection takes seconds; one that took longer has died on the way. */
const connectingMs = 15 * 60_000;

/** Tidies up after accounts that left, and after connections that died between taking a place and recording the account. */
export const accountRelease: ProcessManager<Leaving, ReleaseAction> = {
  name: 'account-release',
  says: 'Gives the tokens of disconnected accounts back and frees places that no account holds.',
  handles: [
    'AccountSlotTaken',
    'AccountSlotReleased',
    'AccountConnected',
    'AccountReconnected',
    'AccountDisconnected',
    'AccountTokensForgotten',
  ],
  instancesOf: ({ data }) => [(data as { accountId: string }).accountId],
  evolve(leaving, recorded) {
    const event = recorded as Recorded<AccountEvent | AccountRegistryEvent>;
    const { accountId } = event.data;
    const { occurredAt } = event.meta;
    switch (event.type) {
      case 'AccountSlotTaken':
        return {
          accountId,
          phase: 'connecting',
          at: new Date(Date.parse(occurredAt) + connectingMs).toISOString(),
        };
      case 'AccountSlotReleased':
        return leaving?.phase === 'connecting' ? undefined : leaving;
      case 'AccountDisconnected':
        return event.data.reason === 'token_revoked' ? leaving : { accountId, phase: 'leaving', at: occurredAt };
      case 'AccountConnected':
      case 'AccountReconnected':
      case 'AccountTokensForgotten':
        return undefined;
      default:
        return leaving;
    }
  },
  next: ({ accountId, phase, at }) => ({ at, action: { accountId, phase } }),
};

/** The process with the hands that give tokens back. */
export const accountReleaseProcess = ({ forget }: Readonly<{ forget: ForgetTokens }>): RunnableProcess =>
  runnable(accountRelease, async ({ accountId, phase }, context) => {
    const { workspaceId, mode } = context;
    const current = async () => (await context.load(account, accountId))?.state;
    const state = await current();
    if (state && state.status !== 'disconnected') return;
    const release = { type: 'release-slot', accountId } as const;
    await context.send(accountRegistry, workspaceId, release, `release/${phase}/${state?.connectionId ?? ''}`);
    if (!state || phase === 'connecting') return;
    const { platform } = state.profile;
    const gone = await forget({ workspaceId, mode, platform, account: platformAccountOf(state) }, async () => {
      const now = await current();
      return now?.status === 'disconnected' && now.connectionId === state.connectionId;
    });
    if (gone)
      await context.send(
        account,
        accountId,
        { type: 'forget-tokens', revoked: gone.revoked },
        `forget/${state.connectionId}`,
      );
  });
