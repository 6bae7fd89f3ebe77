import { AsyncLocalStorage } from 'node:async_hooks';
import { creditsOf } from '../../commands/credits/credits-of.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import type { CreditMover, Credits } from '../../domain/credits/credits.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent } from '../../domain/kernel/event.ts';
import { WorkspaceCreated } from '../../domain/workspaces/workspace-events.ts';
import { actContext, type Lease } from '../../processes/kernel/act-context.ts';
import type { Process } from '../../processes/kernel/process.ts';
import { CreditLedger } from './credit-ledger.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { folded } from './process-spec.ts';

/** The service was killed: nothing of this run goes on. */
class Killed extends Error {}

const workspaceId = 'w1';
const beginsAt = Date.parse('2026-01-05T09:00:00.000Z');
const maxRounds = 100;

export type KilledWorld = Readonly<{
  log: MemoryEventStore;
  credits: Credits;
  /** Sends a command of a person. */
  send<S, C, E extends NewEvent>(decider: Decider<S, C, E>, id: string, command: C): Promise<unknown>;
  by: CreditMover;
  /** A call outside of the log: the kill may come before or after it. */
  outside<T>(call: () => T): Promise<T>;
  /** Carries out what the process owes, as often as it owes something; a run that is killed is started again. */
  untilNothingIsOwed(): Promise<void>;
  /** Whether a run was killed. */
  wasKilled(): boolean;
  /** What contradicts the sums of the credits. */
  creditFaults(): readonly string[];
}>;

/** A person's command is no step of the process, also when it comes while the process runs. */
const byPerson = new AsyncLocalStorage<true>();

/**
 * A process over a log in memory, with the credits of one workspace. The run in which step `killAt` comes is
 * killed there: a step is an append or a call outside of the log, before and after it. `meanwhile` is carried
 * out before each round, and whenever the process waits; `nth` counts these moments. With `nodes` each action is carried
 * out by so many nodes at the same time, as where the lease of one ended while it ran on.
 */
export const killedProcess = async <State extends object, Action extends object, Ports>(
  process: Process<State, Action, Ports>,
  portsOf: (world: KilledWorld) => Ports,
  {
    killAt,
    meanwhile = async () => {},
    nodes = 1,
  }: Readonly<{ killAt: number; meanwhile?: (world: KilledWorld, nth: number) => Promise<void>; nodes?: number }>,
): Promise<KilledWorld> => {
  const log = new MemoryEventStore();
  const commandsOfNodes = () => Array.from({ length: nodes }, () => new CommandHandler(log));
  let ofNodes = commandsOfNodes();
  /** A queue of its own: what a process appends behind a person's command is a step all the same. */
  const persons = new CommandHandler(log);
  let [commands] = ofNodes as [CommandHandler];
  let [steps, sent, moments, nowMs, isActing, isDead, wasKilled] = [0, 0, 0, beginsAt, false, false, false];
  const step = (): void => {
    if (!isActing || byPerson.getStore()) return;
    if (steps++ === killAt) [isDead, wasKilled] = [true, true];
    if (isDead) throw new Killed();
  };
  log.beforeAppend = step;
  log.afterAppend = step;
  const meta = () => ({
    workspaceId,
    mode: 'test' as const,
    actor: { kind: 'user' as const, id: 'u1' },
    $correlationId: 'c',
    occurredAt: new Date(nowMs).toISOString(),
  });
  const send: KilledWorld['send'] = (decider, id, command) =>
    byPerson.run(true, () => persons.handle(decider, id, command, { commandId: `sent-${sent++}`, meta: meta() }));
  const created = WorkspaceCreated({
    workspaceId,
    name: 'W',
    slug: 'w',
    logo: null,
    plan: 'starter',
    mode: 'test',
    ownerId: 'u1',
    settings: {},
  });
  await log.append(`workspace-${workspaceId}`, 'none', [
    { ...created, id: 'e0', meta: { ...meta(), $causationId: 'c0' } },
  ]);
  const period = { start: '2026-01-01T00:00:00.000Z', end: '2026-02-01T00:00:00.000Z' };
  const credits = creditsOf({
    commands: { load: (...asked) => commands.load(...asked) },
    subscriptionOf: async () => ({
      ...({
        plan: 'starter',
        aiTier: null,
        billingPeriod: 'monthly',
        credits: 100,
        period,
        creditPeriod: period,
      } as const),
    }),
  });
  const by: CreditMover = {
    workspaceId,
    mode: 'test',
    now: new Date(beginsAt).toISOString(),
    send: (decider, id, command, name) =>
      commands.handle(decider, id, command, { commandId: name, meta: meta(), shared: true }),
  };

  /** The instances that a run has ended by itself. */
  const ended = new Set<string>();
  /** One run of each action that is owed; false where none is. */
  const round = async (world: KilledWorld, nth: number): Promise<boolean> => {
    const rows = [...folded(process, log.log).values()];
    const owed = rows.flatMap((row) => {
      if (ended.has(row.instance)) return [];
      const next = process.next(row.state as State);
      return next ? [{ row, next }] : [];
    });
    isActing = true;
    await Promise.all(
      owed
        .flatMap((one) => ofNodes.map((ofNode) => ({ ...one, ofNode })))
        .map(({ row, next, ofNode }) => {
          const { signal } = new AbortController();
          const lease: Lease = {
            run: `run-${nth}`,
            signal,
            stopping: signal,
            stillMine: () => true,
            proveLease: async () => true,
            takePlace: async () => undefined,
            // What a killed run still does counts for nothing.
            endInstance: () => void (isDead || ended.add(row.instance)),
          };
          const wait = async (): Promise<void> => {
            await new Promise(setImmediate);
            if (isDead) throw new Killed();
            await byPerson.run(true, () => meanwhile(world, moments++));
          };
          const claimed = { ...row, process: process.name, failures: 0, dueAt: next.at, owner: 'spec', token: '1' };
          const parts = { commands: ofNode, now: () => new Date(nowMs), wait };
          return process.act(next.action, actContext(claimed, lease, parts), ports).catch((error: unknown) => {
            if (!isDead) throw error;
          });
        }),
    );
    isActing = false;
    return owed.length > 0;
  };

  const world: KilledWorld = {
    log,
    credits,
    by,
    send,
    outside: async (call) => {
      step();
      const answer = call();
      step();
      return answer;
    },
    untilNothingIsOwed: async () => {
      try {
        for (let nth = 0; nth < maxRounds; nth++) {
          await meanwhile(world, moments++);
          if (!(await round(world, nth))) return;
          // A new process knows only what is in the log.
          if (isDead) ofNodes = commandsOfNodes();
          commands = ofNodes[0] as CommandHandler;
          isDead = false;
          nowMs += 60_000;
        }
      } finally {
        // On Node 20 and 22 each context in use costs with each promise of this process.
        byPerson.disable();
      }
      throw new Error(`${process.name} still owes something after ${maxRounds} rounds`);
    },
    wasKilled: () => wasKilled,
    creditFaults: () => {
      const ledger = new CreditLedger();
      for (const event of log.log) ledger.add(event);
      return ledger.faults;
    },
  };
  const ports = portsOf(world);
  return world;
};
