import type { Provisioned } from '@social-publishing/platform-sandbox';
import { connectAccount, type ConnectContext, type ConnectPorts } from '../../commands/accounts/connect-account.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { account } from '../../domain/accounts/account.ts';
import { type ConnectedAccount } from '../../domain/accounts/account-state.ts';
import type { Grant } from '../../domain/platforms/connector.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { PlatformError } from '../../domain/platforms/platform-error.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import { workspaceId } from './simulated-platforms.ts';
import { stateOf } from './remembering.ts';
import type { TokenStore } from './token-store.ts';

/** An account of a platform, connected to the workspace or not. */
export type SimulatedAccount = Readonly<{ id: string; platform: Platform; provisioned: Provisioned }>;

/** What a person's request to connect or disconnect is carried out with: the same every time it is sent. */
export const accountContext = (
  commands: CommandHandler,
  { commandId, accountId, now }: Readonly<{ commandId: string; accountId: string; now: number }>,
): ConnectContext => {
  const occurredAt = new Date(now).toISOString();
  const actor = { kind: 'user', id: 'person' } as const;
  const meta = { workspaceId, mode: 'live', actor, $correlationId: commandId, occurredAt } as const;
  return {
    workspaceId,
    mode: 'live',
    connectedById: null,
    now: occurredAt,
    commandId,
    newId: () => accountId,
    handle: (decider, id, command, { step = '' } = {}) =>
      commands.handle(decider, id, command, { commandId: `${commandId}/${step}`, meta }),
    load: (decider, id) => commands.load(decider, id, workspaceId),
  };
};

/** The accounts of one run. Their facts are in their streams, their tokens in the token store. */
export class Accounts {
  readonly all: readonly SimulatedAccount[];
  readonly tokens: TokenStore;
  readonly #log: MemoryEventStore;

  constructor(all: readonly SimulatedAccount[], tokens: TokenStore, log: MemoryEventStore) {
    this.all = all;
    this.tokens = tokens;
    this.#log = log;
  }

  by(id: string): SimulatedAccount {
    const found = this.all.find((each) => each.id === id);
    if (!found) throw new Error(`no account ${id}`);
    return found;
  }

  stateOf(id: string): ConnectedAccount | undefined {
    return stateOf(account, this.#log.of(`account-${id}`));
  }

  /** Connects every account before anything can go wrong. */
  async connectAll(now: number): Promise<void> {
    const commands = new CommandHandler(this.#log);
    const ports: ConnectPorts = {
      vault: {
        read: async ({ accountId }) => this.tokens.of(accountId),
        put: async ({ accountId }, tokens) => void this.tokens.put(accountId, tokens),
        replace: async ({ accountId }, tokens) => this.tokens.put(accountId, tokens),
        remove: async () => {},
        withLock: (_, task) => task(new AbortController().signal),
      },
      connectors: {
        of: () => {
          throw new PlatformError('not_stored', 'PUBLISH_ERROR', 'nothing is listed yet');
        },
      },
    };
    for (const { id, provisioned } of this.all)
      await this.connect(id, provisioned.grant, ports, accountContext(commands, { commandId: id, accountId: id, now }));
  }

  async connect(id: string, grant: Grant, ports: ConnectPorts, context: ConnectContext): Promise<void> {
    const { platform, provisioned } = this.by(id);
    const { details, page } = provisioned;
    await connectAccount(ports)({ platform, grant, details, plan: 'unlimited', ...(page && { page }) }, context);
  }
}
