import { randomUUID } from 'node:crypto';
import { commandIdFor, idFrom } from '../../commands/kernel/deterministic-ids.ts';
import type { CommandContext } from '../../commands/kernel/command.ts';
import type { CommandHandler } from '../../commands/kernel/handle.ts';
import { issueApiKey } from '../../commands/workspaces/api-keys.ts';
import { startTestSubscription } from '../../commands/billing/start-test-subscription.ts';
import { foundWorkspace } from '../../commands/workspaces/found-workspace.ts';
import type { MadeApiKey, Steps } from '../../commands/workspaces/ports.ts';
import type { Platform } from '../../domain/platforms/platform.ts';
import { user } from '../../domain/users/user.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { GivenRole } from '../../domain/workspaces/role.ts';
import type { MintSession } from '../edge/identity/session.ts';
import type { Connection, TestPlan } from './api/ports.ts';
import type { TestSubscription } from './payments.ts';
import type { DemoWorkspace } from './connect-accounts.ts';

/**
 * The seed of a test workspace: the same seed gives the same workspace, and a second call finishes
 * what a crash left.
 */
export type Seed = Readonly<{ id: string; askedAt: number; key: MadeApiKey; name: string }>;

export const newSeed = (key: MadeApiKey, name: string): Seed => ({ id: randomUUID(), askedAt: Date.now(), key, name });

type Options = Readonly<{
  commands: CommandHandler;
  /** The time on the test clock. */
  now(): Date;
  mintSession: MintSession;
  baseUrl: string;
  /** Gives the person a subscription at the simulated payment provider. */
  subscribe(terms: TestSubscription): Promise<unknown>;
  connectAll(where: DemoWorkspace, seed: string): Promise<Readonly<Partial<Record<Platform, string>>>>;
}>;

/**
 * Creates test workspaces with an owner, a wildcard key, a session and accounts on every platform.
 */
export class TestWorkspaces {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  async make(
    seed: Seed,
    { plan, aiTier }: TestPlan,
    { connectAll }: Readonly<{ connectAll: boolean }>,
  ): Promise<Connection> {
    const { mintSession, baseUrl } = this.#options;
    const userId = idFrom(seed.askedAt, `${seed.id}/user`);
    const workspaceId = idFrom(seed.askedAt, `${seed.id}/workspace`);
    // The first try reads no stream before it appends. A later try reads those whose append conflicts.
    const steps = this.#steps(seed, workspaceId, { fresh: true });
    const email = `${userId}@example.test`;
    const terms = { ownerId: userId, workspaceId, plan, aiTier };
    const creation = { workspaceId, name: seed.name, slug: `test-${workspaceId}`, logo: null, settings: {} };
    // What does not need each other goes together, so that the event store writes it together.
    await Promise.all([
      this.#register({ userId, email, name: seed.name, workspaceId }, steps),
      foundWorkspace({ ...creation, mode: 'test', ownerId: userId, plan }, steps),
      this.#options.subscribe({ ...terms, now: steps.now }),
      startTestSubscription(terms, steps),
    ]);
    const key = { apiKeyId: idFrom(seed.askedAt, `${seed.id}/api-key`), workspaceId, name: 'Demo', createdBy: userId };
    const [accounts, sessionToken] = await Promise.all([
      connectAll ? this.#options.connectAll({ workspaceId, ownerId: userId, now: steps.now }, seed.id) : {},
      mintSession({ id: userId, email, name: seed.name }),
      issueApiKey({ ...key, scopes: ['*'], expiresAt: null, allowedIps: [] }, seed.key, steps),
    ]);
    return { baseUrl, workspaceId, userId, apiKey: seed.key.key, sessionToken, accounts };
  }

  async addMember(workspaceId: string, role: GivenRole): Promise<Readonly<{ userId: string; sessionToken: string }>> {
    const seed = newSeed({ key: '', prefix: '', hash: '' }, 'Member');
    const userId = idFrom(seed.askedAt, `${seed.id}/user`);
    const steps = this.#steps(seed, workspaceId);
    const email = `${userId}@example.test`;
    await this.#register({ userId, email, name: 'Test Member', workspaceId }, steps);
    await steps.handle(workspace, workspaceId, { type: 'add-member', userId, role }, { step: 'add-member' });
    return { userId, sessionToken: await this.#options.mintSession({ id: userId, email, name: 'Test Member' }) };
  }

  #register(
    {
      userId,
      email,
      name,
      workspaceId,
    }: Readonly<{ userId: string; email: string; name: string; workspaceId: string }>,
    steps: Steps,
  ): Promise<unknown> {
    const person = { type: 'sign-in', userId, email, name, avatarUrl: null, externalId: userId } as const;
    return steps.handle(user, userId, person, { shared: true, workspaceId, step: 'register', fresh: true });
  }

  /** `fresh`: the streams of all commands are expected not to exist. */
  #steps(seed: Seed, home: string, every: Readonly<{ fresh?: boolean }> = {}): Steps {
    const { commands, now } = this.#options;
    const occurredAt = now().toISOString();
    const commandOf = (step = '', workspaceId = home): CommandContext => ({
      commandId: commandIdFor('test-workspace', seed.id, step),
      meta: {
        workspaceId,
        mode: 'test',
        actor: { kind: 'system', id: 'sandbox' },
        $correlationId: seed.id,
        occurredAt,
      },
    });
    return {
      now: occurredAt,
      newId: (name = 'id') => idFrom(seed.askedAt, `${seed.id}/${name}`),
      handle: (decider, id, command, { step, workspaceId, ...options } = {}) =>
        commands.handle(decider, id, command, { ...commandOf(step, workspaceId), ...every, ...options }),
      preview: (decider, id, command, { step, workspaceId, ...options } = {}) =>
        commands.preview(decider, id, command, { ...commandOf(step, workspaceId), ...options }),
      load: (decider, id, options = {}) => commands.load(decider, id, options.shared ? undefined : home),
    };
  }
}
