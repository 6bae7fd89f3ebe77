import { connectAccount, type ConnectContext, type ConnectPorts } from '../../commands/accounts/connect-account.ts';
import { commandIdFor, idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Account } from '../../domain/accounts/account-view.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { account } from '../../domain/accounts/account.ts';
import { accountRegistry } from '../../domain/accounts/account-registry.ts';
import { destinationRule } from '../../domain/accounts/destination-rules.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { sandboxPlatforms } from '../products/platform-sandbox/all.ts';
import type { ProvisionRequest, SandboxPlatform, SandboxWorld } from '../products/platform-sandbox/platform.ts';

type Ports = ConnectPorts & Readonly<{ world: SandboxWorld; simulators?: readonly SandboxPlatform[] }>;

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
    const { details, grant, page } = await simulator.provision(world, { ...wishes, workspaceId: context.workspaceId });
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
 * The accounts of one workspace that are connected at once. More would only wait for a connection
 * to the database.
 */
const connectedAtOnce = 5;

/**
 * Connects one sandbox account of every platform to a test workspace, beyond its plan's limit.
 * Another call with the same `seed` connects no account twice and finishes what a crash left.
 */
export const connectAllSandboxAccounts =
  (ports: Ports & Readonly<{ commands: CommandHandler }>) =>
  async (
    { workspaceId, ownerId, now }: DemoWorkspace,
    seed: string,
  ): Promise<Readonly<Partial<Record<Platform, string>>>> => {
    const simulators = ports.simulators ?? sandboxPlatforms;
    const actor: Actor = { kind: 'system', id: 'sandbox' };
    const connect = async (platform: Platform, commandId: string): Promise<string> => {
      const meta = { workspaceId, mode: 'test', actor, $correlationId: commandId, occurredAt: now } as const;
      const context: ConnectContext = {
        workspaceId,
        mode: 'test',
        connectedById: ownerId,
        now,
        commandId,
        newId: (name = 'account') => idFrom(Date.parse(now), `${commandId}/${name}`),
        handle: (decider, id, command, { step, workspaceId: _, ...options } = {}) =>
          ports.commands.handle(
            decider,
            id,
            command,
            { commandId: step === undefined ? commandId : commandIdFor(commandId, step), meta },
            options,
          ),
        load: (decider, id, options = {}) => ports.commands.load(decider, id, options.shared ? undefined : workspaceId),
      };
      return (await connectSandboxAccount(ports)({ platform }, 'unlimited', context)).id;
    };
    const connectOnce = async (platform: Platform): Promise<string> => {
      for (let attempt = 0; ; attempt++) {
        const commandId = commandIdFor(
          'connect-all',
          seed,
          workspaceId,
          platform,
          ...(attempt > 0 ? [`${attempt}`] : []),
        );
        const outcome = await outcomeOf(commandId, workspaceId, ports.commands);
        if (outcome !== 'unfinished') return outcome === 'not begun' ? connect(platform, commandId) : outcome;
      }
    };
    const simulated = platforms.filter((platform) => simulators.some((each) => each.platform === platform));
    const left = [...simulated];
    const connected = new Map<Platform, string>();
    const connectRest = async (): Promise<void> => {
      for (let platform = left.shift(); platform !== undefined; platform = left.shift())
        connected.set(platform, await connectOnce(platform));
    };
    const ended = await Promise.allSettled(Array.from({ length: connectedAtOnce }, connectRest));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
    return Object.fromEntries(simulated.map((platform) => [platform, connected.get(platform)]));
  };
