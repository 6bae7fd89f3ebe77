import type { SandboxObject } from '@social-publishing/platform-sandbox';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { workspace, type WorkspaceCommand } from '../../domain/workspaces/workspace.ts';
import { subscriptionTimers } from '../../processes/billing/subscription-timers.ts';
import { erasure } from '../../processes/erasure/erasure.ts';
import type { Client } from './client.ts';
import { workspaceId } from './simulated-platforms.ts';
import { commentedIn, writtenIn } from './texts.ts';
import type { World } from './world.ts';

const second = 1_000;
const day = 24 * 60 * 60 * second;
/** A lease that was proved before the deletion lasts this long, and a call that has left is answered a while later. */
const inFlightMs = 45 * second;

/** A service may be frozen between its last look at the workspace and what it then records. */
const frozenMs = 120 * second;
/** What a deleted workspace no longer does. */
const deeds: ReadonlySet<string> = new Set([
  'PostPublishingStarted',
  'DestinationSendStarted',
  'WebhookDeliveryAttemptStarted',
]);

const ask = async ({ log, scheduler }: Pick<World, 'log' | 'scheduler'>, command: WorkspaceCommand): Promise<void> => {
  const occurredAt = new Date(scheduler.now).toISOString();
  const actor = { kind: 'user', id: 'person' } as const;
  const meta = { workspaceId, mode: 'live', actor, $correlationId: command.type, occurredAt } as const;
  await new CommandHandler(log).handle(workspace, workspaceId, command, { commandId: command.type, meta });
};

export const createWorkspace = (world: Pick<World, 'log' | 'scheduler'>): Promise<void> =>
  ask(world, {
    type: 'create-workspace',
    workspaceId,
    name: 'Simulated',
    slug: 'simulated',
    logo: null,
    plan: 'agency',
    mode: 'live',
    ownerId: 'person',
    settings: {},
  });

/** The API takes no more requests from here on. */
export const deleteWorkspace = async (world: World): Promise<void> => {
  world.workspace.deletedAt = world.scheduler.now;
  world.coverage.count('asked: delete the workspace');
  const by = world.household?.workspace.ownerId ?? 'person';
  await ask(world, { type: 'delete-workspace', by, otherOwned: 1 });
};

/** Of people and of what is forgotten by itself, weeks later. */
const staysLonger: ReadonlySet<string> = new Set([subscriptionTimers.name, erasure.name]);

/** Whether nothing of the deleted workspace is left to do. */
export const isErased = ({ table, log, scheduler }: World): boolean =>
  [...table.rows.values()].every(
    ({ process, wakeAt }) => staysLonger.has(process) && wakeAt !== null && wakeAt > scheduler.now + day,
  ) && log.of(`workspace-${workspaceId}`).some(({ type }) => type === 'WorkspaceErased');

/** What must hold of a run whose workspace was deleted: nothing is sent after that, nothing is sent twice, no tokens are kept. */
export const deletedViolations = (
  { accounts, log: { log }, workspace: { deletedAt = 0 } }: World,
  clients: readonly Client[],
  made: (accountId: string) => readonly SandboxObject[],
): readonly string[] => [
  ...log
    .filter(({ type, meta }) => deeds.has(type) && Date.parse(meta.occurredAt) > deletedAt + frozenMs)
    .map(({ type, stream, meta }) => `${type} of ${stream} at ${meta.occurredAt}, after the workspace was deleted`),
  ...accounts.all.flatMap(({ id }) => {
    const found: string[] = [];
    const status = accounts.stateOf(id)?.status;
    if (status !== 'disconnected') found.push(`${id} is ${status} though its workspace is deleted`);
    if (accounts.tokens.of(id)) found.push(`${id} has tokens though its workspace is deleted`);
    for (const { text, createdAt } of made(id))
      if (Date.parse(createdAt) > deletedAt + inFlightMs)
        found.push(`${id} was sent «${text}» at ${createdAt}, long after its workspace was deleted`);
    for (const { number } of clients) {
      const items = made(id).flatMap(({ text }) => {
        const written = writtenIn(text);
        return written?.post === number ? [written.sequence] : [];
      });
      const comments = made(id).filter(({ text }) => commentedIn(text)?.post === number);
      if (new Set(items).size < items.length) found.push(`an item of p${number} exists twice on ${id}`);
      if (comments.length > 1) found.push(`the comment on p${number} exists twice on ${id}`);
    }
    return found;
  }),
];
