import { setTimeout as pause } from 'node:timers/promises';
import { sandboxPlatforms, type SandboxWorld } from '@social-publishing/platform-sandbox';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { account } from '../../domain/accounts/account.ts';
import { canReport } from '../../domain/accounts/event-subscription.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { deliverReport } from './deliver-report.ts';

type Parts = Readonly<{
  world: SandboxWorld;
  commands: Pick<CommandHandler, 'load'>;
  /** Settles once the read model of accounts has an event of the log. */
  shown(commit: bigint): Promise<void>;
}>;

const patienceMs = 10_000;
const lookAgainMs = 50;

/** After these the platform is asked again what it reports. */
const asking: ReadonlySet<string> = new Set([
  'AccountConnected',
  'AccountReconnected',
  'AccountRecovered',
  'AccountPageSelected',
  'AccountPageCleared',
]);

const lastAskedAt = (events: readonly Recorded[]): string =>
  events.findLast(({ type }) => asking.has(type))?.meta.occurredAt ?? '';

/**
 * An account is subscribed within a moment after it was connected. A person who writes to it in
 * that moment would be lost, in test mode and outside of it; a test waits instead.
 */
const subscriptionSettled = async (accountId: string, workspaceId: string, { commands, shown }: Parts) => {
  const end = performance.now() + patienceMs;
  for (;;) {
    const loaded = await commands.load(account, accountId, workspaceId);
    const { state, events = [] } = loaded ?? {};
    if (!state || !canReport(state.profile.platform) || performance.now() >= end) return;
    const isSettled = state.status !== 'ACTIVE' || (state.reports && state.reports.checkedAt >= lastAskedAt(events));
    const last = events.at(-1);
    if (isSettled) return void (last && (await shown(last.position.commit)));
    await pause(lookAgainMs);
  }
};

/**
 * Sends what the platform reports about an object to the service, signed as the platform signs. A
 * report that fails is lost, as a platform gives up too: the next reading finds the object. False
 * where the platform reports no such objects.
 */
export const reportInbound =
  (parts: Parts) =>
  async (
    platform: Platform,
    nativeId: string,
    of: Readonly<{ accountId: string; workspaceId: string }>,
  ): Promise<boolean> => {
    const { world } = parts;
    const simulator = sandboxPlatforms.find((each) => each.platform === platform);
    if (!simulator?.report) return false;
    await subscriptionSettled(of.accountId, of.workspaceId, parts);
    const object = await world.store.object(platform, nativeId);
    const to = object && (await world.store.account(platform, object.accountNativeId));
    const report = to ? await simulator.report(world, object, to) : 'silent';
    if (typeof report === 'string') return report === 'unsubscribed';
    await deliverReport(report);
    return true;
  };
