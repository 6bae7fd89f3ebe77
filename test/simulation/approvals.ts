import { approvalGateOf, digest } from '../../commands/approvals/approval-gate.ts';
import type { CommandContext, Handled } from '../../commands/kernel/command.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import { sameVersion } from '../../commands/posts/edit-post.ts';
import { approvalWorkflow, type ApprovalWorkflow } from '../../domain/approvals/workflow.ts';
import { foldView, type Decider } from '../../domain/kernel/decider.ts';
import type { NewEvent, Recorded } from '../../domain/kernel/event.ts';
import { RevisionConflict, StoreUnavailable } from '../../domain/kernel/event-store.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { subjectOf, type Members } from '../../domain/posts/approval.ts';
import type { PostCommand } from '../../domain/posts/commands.ts';
import type { PostEvent } from '../../domain/posts/post-events.ts';
import { postView } from '../../domain/posts/view.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Client } from './client.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { Fleet } from './fleet.ts';
import { Outgoing } from './outgoing.ts';
import type { Asked } from './people.ts';
import { remembering, stateOf } from './remembering.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const minute = 60_000;

const owner = 'person';
const reviewers = ['ann', 'bob', 'eve'] as const;
const workflowId = 'workflow';

/** What a reviewer decided about. */
export type Review = Readonly<{
  by: string;
  /** Whether they were a member when they asked. */
  isMember: boolean;
  /** What they saw, as `subjectOf` names it. */
  seen: string;
}>;

type Decision = Readonly<{
  postId: string;
  /** The `updatedAt` of the post that was seen. */
  version: string | undefined;
  verdict: 'approve-step' | 'reject-step';
  by: string;
}>;

type Gated = Extract<PostCommand, { type: 'create' | 'edit' | 'publish' | 'retry' | 'fix' }>;
const gatedTypes: ReadonlySet<string> = new Set<Gated['type']>(['create', 'edit', 'publish', 'retry', 'fix']);
const isGated = (command: PostCommand): command is Gated => gatedTypes.has(command.type);

type ApprovalsWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  log: MemoryEventStore;
  workspace: Readonly<{ deletedAt?: number }>;
  asked: Asked;
  note: (line: string) => void;
}>;

/**
 * The approvals of one run: a workspace that publishes approved posts only, and the people who
 * approve and reject them. Some of them leave meanwhile.
 */
export class Approvals {
  finished = false;
  /** Since when posts need an approval, in milliseconds: 0 where the run begins with that. */
  requiredSince = Infinity;
  readonly outgoing: Outgoing;
  /** By the ids of their commands. */
  readonly reviews = new Map<string, Review>();
  readonly #world: ApprovalsWorld;
  #workflow: ApprovalWorkflow = { name: '', steps: [], version: 1 };
  #asked = 0;

  constructor(world: ApprovalsWorld) {
    this.#world = world;
    this.outgoing = new Outgoing(world.log, world.scheduler);
  }

  /** The demands of the workspace, its reviewers and their workflow: all that the run begins with. */
  async begin(): Promise<void> {
    const { dice } = this.#world;
    for (const userId of reviewers)
      await this.#carryOut(workspace, workspaceId, { type: 'add-member', userId, role: 'MEMBER' });
    const steps = Array.from({ length: dice.between(1, 2) }, (_, index) => {
      const some = reviewers.filter(() => dice.chance(0.6));
      const approverIds = some.length > 0 ? some : [dice.oneOf(reviewers)];
      return { order: index + 1, role: 'reviewer', approverIds, required: index === 0 || dice.chance(0.7) };
    });
    const members = this.#members();
    const definition = { type: 'create-workflow', workflowId, name: 'Review', steps, createdById: owner } as const;
    const { state } = await this.#carryOut(approvalWorkflow, workflowId, { ...definition, members });
    if (state && state !== 'deleted') this.#workflow = state;
    if (dice.chance(0.7)) await this.#require(0);
  }

  get areRequired(): boolean {
    return this.requiredSince < Infinity;
  }

  /** What puts a draft up for approval. */
  start(now: string): PostCommand {
    const workflow = { workflowId, ...this.#workflow };
    return { type: 'start-approval', workflow, startedById: owner, accounts: new Map(), digest, now };
  }

  /** Sends a client's command as the endpoints do: with the demands of the workspace in the log. */
  async handle(service: Service, id: string, command: PostCommand, context: CommandContext): Promise<void> {
    await service.handle(id, isGated(command) ? await this.#gated(service, command) : command, context);
  }

  /** Reviewers decide about what waits until `ends`; never later. */
  async live(fleet: Fleet, clients: readonly Client[], ends: number): Promise<void> {
    const reviews = [owner, ...reviewers].map((by) => this.#review(by, fleet, clients, ends));
    await Promise.all([this.#requireLater(), this.#leave(), ...reviews]);
    this.finished = true;
  }

  async #require(since: number): Promise<void> {
    const { dice, note } = this.#world;
    const settings = { require_approval: true, approve_schedule: dice.chance(0.5) };
    await this.#carryOut(workspace, workspaceId, { type: 'change-workspace', settings, bySystemAdmin: false });
    this.requiredSince = since;
    note('posts need an approval from here on');
  }

  /** Posts that are scheduled before were never approved. */
  async #requireLater(): Promise<void> {
    const { dice, scheduler } = this.#world;
    if (this.areRequired) return;
    await scheduler.sleep(dice.between(0, 6 * minute));
    if (this.#world.workspace.deletedAt === undefined) await this.#require(scheduler.now);
  }

  async #gated({ commands }: Service, command: Gated): Promise<PostCommand> {
    const loaded = await commands.load(remembering(workspace), workspaceId, workspaceId);
    return { ...command, gate: approvalGateOf(loaded?.state) };
  }

  /** Up to two reviewers leave, as members do who want to. */
  async #leave(): Promise<void> {
    const { dice, scheduler, coverage, note } = this.#world;
    for (let leaving = dice.between(0, 2); leaving > 0; leaving--) {
      await scheduler.sleep(dice.between(0, 8 * minute));
      const by = dice.oneOf(reviewers);
      if (this.#world.workspace.deletedAt !== undefined || !(by in this.#members())) continue;
      coverage.count('asked: leave the workspace');
      note(`${by} leaves the workspace`);
      await this.#carryOut(workspace, workspaceId, { type: 'remove-member', by, userId: by });
    }
  }

  async #review(by: string, fleet: Fleet, clients: readonly Client[], ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    for (;;) {
      await scheduler.sleep(dice.between(2 * second, minute));
      if (scheduler.now > ends || this.#world.workspace.deletedAt !== undefined) return;
      const waiting = clients.filter((client) => client.state()?.status === 'pending_approval');
      if (waiting.length > 0) await this.#decide(by, dice.oneOf(waiting), fleet);
    }
  }

  /** Looks at a post, and decides a while later. Asks until there is an answer. */
  async #decide(by: string, client: Client, fleet: Fleet): Promise<void> {
    const { dice, scheduler, log, coverage, note } = this.#world;
    const state = client.state();
    if (!state) return;
    const { postId } = client;
    const version = foldView(postView, log.of(`post-${postId}`) as unknown as Recorded<PostEvent>[])?.updatedAt;
    const verdict = dice.chance(0.2) ? 'reject-step' : 'approve-step';
    const decision: Decision = { postId, version, verdict, by };
    await scheduler.sleep(dice.chance(0.3) ? dice.between(0, 40 * second) : dice.between(0, second));
    const context = this.#contextOf(by);
    const { commandId } = context;
    this.#world.asked.set(commandId, log.log.length);
    this.reviews.set(commandId, { by, isMember: by in this.#members(), seen: subjectOf(state) });
    while (this.#world.workspace.deletedAt === undefined) {
      const service = fleet.anyForRequests();
      if (!service) {
        await scheduler.sleep(dice.between(100, 3 * second));
        continue;
      }
      const answer = await Promise.race([
        this.#send(service, decision, context).then(
          () => 'done' as const,
          (error: unknown) => {
            if (error instanceof Refused) return 'refused' as const;
            if (error instanceof StoreUnavailable || error instanceof RevisionConflict) return 'unanswered' as const;
            throw error;
          },
        ),
        scheduler.sleep(10 * second).then(() => 'unanswered' as const),
      ]);
      coverage.count(`asked: ${verdict}, ${answer}`);
      note(`${by} ${commandId} ${verdict} ${postId}: ${answer}`);
      if (answer !== 'unanswered') return;
      await scheduler.sleep(dice.between(100, 3 * second));
    }
  }

  /** As `commands/posts/approval-endpoints.ts` does it. */
  async #send(service: Service, { postId, version, verdict, by }: Decision, context: CommandContext): Promise<void> {
    const state = (await service.commands.load(remembering(workspace), workspaceId, workspaceId))?.state;
    if (state?.status !== 'active') throw notFound('workspace');
    const shared = { by, members: state.members, now: context.meta.occurredAt };
    const command: PostCommand =
      verdict === 'approve-step'
        ? { type: verdict, ...shared, comment: null, digest }
        : { type: verdict, ...shared, comment: 'Not yet' };
    await service.handle(postId, command, context, { guard: sameVersion(version) });
  }

  /** The members as the log has them now. */
  #members(): Members {
    return stateOf(workspace, this.#world.log.of(`workspace-${workspaceId}`))?.members ?? {};
  }

  #contextOf(by: string): CommandContext {
    const commandId = `approvals/${(this.#asked += 1)}`;
    const occurredAt = new Date(this.#world.scheduler.now).toISOString();
    const actor = { kind: 'user', id: by } as const;
    return { commandId, meta: { workspaceId, mode: 'live', actor, $correlationId: commandId, occurredAt } };
  }

  /** Carries out a command on the log itself, where nothing goes wrong. */
  #carryOut<State, Command, Event extends NewEvent>(
    decider: Decider<State, Command, Event>,
    id: string,
    command: Command,
  ): Promise<Handled<State, Event>> {
    return new CommandHandler(this.#world.log).handle(decider, id, command, this.#contextOf(owner));
  }
}
