import {
  type ProvisionRequest,
  type SandboxPlatform,
  sandboxPlatforms,
  type SandboxWorld,
} from '@social-publishing/platform-sandbox';
import { connectAccount, type ConnectContext, type ConnectPorts } from '../../commands/accounts/connect-account.ts';
import {
  connectNewAccounts,
  type NewAccountPorts,
  type NewConnection,
} from '../../commands/accounts/connect-new-accounts.ts';
import { commandIdFor, idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { CommandContext } from '../../commands/kernel/command.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Account } from '../../domain/accounts/account-view.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import type { Plan } from '../../domain/plans/plan.ts';

type Ports = ConnectPorts & Readonly<{ world: SandboxWorld; simulators?: readonly SandboxPlatform[] }>;
type PortsOfAll = Ports & NewAccountPorts & Readonly<{ commands: CommandHandler }>;

/** The options of a sandbox account beside its platform (test mode, POST /v1/sandbox/accounts). */
export type SandboxAccountWishes = Omit<ProvisionRequest, 'workspaceId'>;

/**
 * Creates a person on the simulated platform and connects their account to a test workspace, as a
 * finished authorization does.
 * Throws `Refused` as any connection does: LIMIT_EXCEEDED, PLATFORM_RESTRICTED.
 */
export const connectSandboxAccount =
  (ports: Ports) =>
  async (
    wishes: SandboxAccountWishes,
    plan: Plan | 'unlimited',
    context: ConnectContext,
    name = '',
  ): Promise<Account> => {
    if (context.mode !== 'test') throw new Refused('NOT_FOUND', 'The sandbox is for test workspaces');
    const { world, simulators = sandboxPlatforms } = ports;
    const { platform } = wishes;
    const simulator = simulators.find((each) => each.platform === platform);
    if (!simulator) throw new Refused('SERVICE_UNAVAILABLE', `The sandbox does not simulate ${platform}`);
    const { details, grant, page } = await world.store.call((store) =>
      simulator.provision({ ...world, store }, { ...wishes, workspaceId: context.workspaceId }),
    );
    return connectAccount(ports)({ platform, grant, details, plan, ...(page && { page }) }, context, name);
  };

export type DemoWorkspace = Readonly<{ workspaceId: string; ownerId: string; now: string }>;

/**
 * The account that an earlier try connected; `unfinished` where the try died midway, so that
 * another account has to be made. Each simulated person is new, so a try never continues an earlier
 * one.
 */
const outcomeOf = async (
  commandId: string,
  workspaceId: string,
  commands: CommandHandler,
): Promise<string | 'unfinished' | 'not begun'> => {
  const registry = await commands.load(accountRegistry, workspaceId, workspaceId);
  const taken = registry?.events.find(({ meta }) => meta.$causationId === commandIdFor(commandId, 'take-slot'));
  if (taken?.type !== 'AccountSlotTaken') return 'not begun';
  const { accountId } = taken.data;
  const state = (await commands.load(account, accountId, workspaceId))?.state;
  const isUsable = state && (state.page !== undefined || destinationRule(state.profile)?.optional !== false);
  return isUsable ? accountId : 'unfinished';
};

/**
 * Connects one sandbox account of every platform to a test workspace, beyond its plan's limit.
 * Another call with the same `seed` connects no account twice and finishes what a crash left.
 */
export const connectAllSandboxAccounts =
  (ports: PortsOfAll) =>
  async (demo: DemoWorkspace, seed: string): Promise<Readonly<Partial<Record<Platform, string>>>> => {
    const { workspaceId } = demo;
    const simulators = ports.simulators ?? sandboxPlatforms;
    const simulated = platforms.flatMap((platform) => simulators.find((each) => each.platform === platform) ?? []);
    const commandOf = (platform: Platform, attempt = 0): string =>
      commandIdFor('connect-all', seed, workspaceId, platform, ...(attempt > 0 ? [`${attempt}`] : []));
    const contextOf = contextsOf(demo, ports.commands);
    const connectOnce = async (platform: Platform): Promise<string> => {
      for (let attempt = 0; ; attempt++) {
        const commandId = commandOf(platform, attempt);
        const outcome = await outcomeOf(commandId, workspaceId, ports.commands);
        if (outcome === 'not begun')
          return (await connectSandboxAccount(ports)({ platform }, 'unlimited', contextOf(commandId))).id;
        if (outcome !== 'unfinished') return outcome;
      }
    };
    const connected = async (): Promise<readonly string[]> => {
      const isBegun = (await ports.commands.load(accountRegistry, workspaceId, workspaceId)) !== undefined;
      if (!isBegun) return connectNew(simulated, ports, workspaceId, (platform) => contextOf(commandOf(platform)));
      const ids: string[] = [];
      for (const { platform } of simulated) ids.push(await connectOnce(platform));
      return ids;
    };
    const ids = await connected();
    return Object.fromEntries(simulated.map(({ platform }, index) => [platform, ids[index]]));
  };

/** All at once, in a workspace that has no accounts yet. */
const connectNew = async (
  simulators: readonly SandboxPlatform[],
  ports: PortsOfAll,
  workspaceId: string,
  contextOf: (platform: Platform) => ConnectContext,
): Promise<readonly string[]> => {
  const { world } = ports;
  const connections = await world.store.call(async (store) => {
    const made: NewConnection[] = [];
    for (const simulator of simulators) {
      const { platform } = simulator;
      const { destinations, ...given } = await simulator.provision({ ...world, store }, { platform, workspaceId });
      const connection = { ...given, platform, plan: 'unlimited' } as const;
      made.push({ connection, destinations, context: contextOf(platform) });
    }
    return made;
  });
  return connectNewAccounts(ports)(connections);
};

/** The context of each command of the sandbox in a test workspace. */
const contextsOf =
  ({ workspaceId, ownerId, now }: DemoWorkspace, commands: CommandHandler) =>
  (commandId: string): ConnectContext => {
    const actor: Actor = { kind: 'system', id: 'sandbox' };
    const meta = { workspaceId, mode: 'test', actor, $correlationId: commandId, occurredAt: now } as const;
    const commandOf = (step: string | undefined): CommandContext => ({
      commandId: step === undefined ? commandId : commandIdFor(commandId, step),
      meta,
    });
    return {
      workspaceId,
      mode: 'test',
      connectedById: ownerId,
      now,
      commandId,
      newId: (name = 'account') => idFrom(Date.parse(now), `${commandId}/${name}`),
      handle: (decider, id, command, { step, workspaceId: _, ...options } = {}) =>
        commands.handle(decider, id, command, { ...commandOf(step), ...options }),
      load: (decider, id, options = {}) => commands.load(decider, id, options.shared ? undefined : workspaceId),
    };
  };
