import { connectAccount, type ConnectContext, type ConnectPorts } from '../../commands/accounts/connect-account.ts';
import { commandIdFor, idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Account } from '../../domain/accounts/account-view.ts';
import type { Actor } from '../../domain/kernel/event.ts';
import { Refused } from '../../domain/kernel/refused.ts';
import { platforms, type Platform } from '../../domain/platforms/platform.ts';
import type { Plan } from '../../domain/plans/plan.ts';
import { sandboxPlatforms } from './all.ts';
import type { ProvisionRequest, SandboxPlatform, SandboxWorld } from './platform.ts';

type Ports = ConnectPorts & Readonly<{ world: SandboxWorld; played?: readonly SandboxPlatform[] }>;

/** What may be wished for of a sandbox account beside its platform (test mode, POST /v1/sandbox/accounts). */
export type SandboxAccountWishes = Omit<ProvisionRequest, 'workspaceId'>;

/**
 * Makes a person on the played platform and connects their account to a test workspace, as a finished authorization would.
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
    const { world, played = sandboxPlatforms } = ports;
    const { platform } = wishes;
    const player = played.find((each) => each.platform === platform);
    if (!player) throw new Refused('SERVICE_UNAVAILABLE', `The sandbox does not play ${platform}`);
    const { details, grant, page } = await player.provision(world, { ...wishes, workspaceId: context.workspaceId });
    return connectAccount(ports)({ platform, grant, details, plan, ...(page && { page }) }, context, name);
  };

export type DemoWorkspace = Readonly<{ workspaceId: string; ownerId: string; now: string }>;

/**
 * Connects one sandbox account of every platform to a test workspace, beyond its plan's limit. Called again with the same
 * `seed`, it connects nothing twice that was connected: `known` are the accounts that are there already.
 */
export const connectAllSandboxAccounts =
  (ports: Ports & Readonly<{ commands: CommandHandler }>) =>
  async (
    { workspaceId, ownerId, now }: DemoWorkspace,
    seed: string,
    known: Readonly<Partial<Record<Platform, string>>> = {},
  ): Promise<Readonly<Partial<Record<Platform, string>>>> => {
    const played = ports.played ?? sandboxPlatforms;
    const connected: Partial<Record<Platform, string>> = { ...known };
    const actor: Actor = { kind: 'system', id: 'sandbox' };
    for (const platform of platforms) {
      if (connected[platform] !== undefined || !played.some((each) => each.platform === platform)) continue;
      const commandId = commandIdFor('connect-all', seed, workspaceId, platform);
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
      connected[platform] = (await connectSandboxAccount(ports)({ platform }, 'unlimited', context)).id;
    }
    return connected;
  };
