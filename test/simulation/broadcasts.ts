import type { BroadcastCommandPorts } from '../../commands/broadcasts/ports.ts';
import { sendingEndpoints } from '../../commands/broadcasts/sending-endpoints.ts';
import { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Audiences } from '../../domain/broadcasts/audience.ts';
import { broadcastBatch } from '../../domain/broadcasts/batch.ts';
import type { Recipient } from '../../domain/broadcasts/batch-ids.ts';
import { broadcast } from '../../domain/broadcasts/broadcast.ts';
import { batchSize } from '../../domain/broadcasts/broadcast-fields.ts';
import { contact } from '../../domain/contacts/contact.ts';
import { ineligibility } from '../../domain/contacts/decide-messages.ts';
import { allows, requireFeature } from '../../domain/plans/plan.ts';
import { workspace } from '../../domain/workspaces/workspace.ts';
import { broadcastLanes } from '../../processes/broadcasts/broadcast-lanes.ts';
import { dueBroadcasts } from '../../processes/broadcasts/due-broadcasts.ts';
import { sendDirectMessage } from '../../processes/broadcasts/send-message.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import type { Fleet } from './fleet.ts';
import { MessagePlatform } from './message-platform.ts';
import type { Mutation } from './mutation.ts';
import { People, type Answer, type PeopleWorld } from './people.ts';
import { stateOf } from './remembering.ts';
import { requestContext } from './request-context.ts';
import type { Service } from './service.ts';
import { workspaceId } from './simulated-platforms.ts';

const second = 1_000;
const minute = 60_000;

const broadcastId = 'broadcast';

type BroadcastsWorld = PeopleWorld & Readonly<{ mutation: Mutation | undefined }>;

/**
 * One broadcast of a run to a few contacts. It is sent by a request or at its time, paused, resumed
 * and retried. Meanwhile contacts reply, opt out and are deleted.
 */
export class Broadcasts {
  finished = false;
  readonly platform: MessagePlatform;
  readonly people: People;
  readonly #world: BroadcastsWorld;
  readonly #audiences = new Map<string, ReadonlyMap<number, readonly Recipient[]>>();

  constructor(world: BroadcastsWorld) {
    this.#world = world;
    this.platform = new MessagePlatform(world);
    // Some of them need a second batch, and so a second lane.
    const count = world.dice.chance(0.2) ? batchSize + world.dice.between(1, 3) : world.dice.between(2, 16);
    this.people = new People('broadcast', count, world);
  }

  /** The contacts, and the broadcast. */
  async begin(): Promise<void> {
    const { dice, scheduler, log } = this.#world;
    await this.people.begin();
    const content = {
      name: 'Sale',
      messageTemplate: 'Half price',
      platforms: ['FACEBOOK' as const, 'INSTAGRAM' as const],
      sender: null,
      segmentRules: {},
    };
    const scheduledFor = dice.chance(0.4) ? new Date(scheduler.now + dice.between(1, 8 * minute)).toISOString() : null;
    const create = { type: 'create-broadcast', broadcastId, content, scheduledFor, now: this.people.now() } as const;
    await new CommandHandler(log).handle(broadcast, broadcastId, create, this.people.contextOf(broadcastId));
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    const messaging = this.platform.over(service);
    return withPorts([broadcastLanes, dueBroadcasts], {
      audiences: this.#audiencesOver(service),
      sendBroadcastMessage: sendDirectMessage(this.#world.mutation?.messaging?.(messaging) ?? messaging),
      messagePace: { take: async () => 0 },
    });
  }

  /** Sends the broadcast and meddles with it until `ends`; leaves it to be sent. */
  async live(fleet: Fleet, ends: number): Promise<void> {
    const { dice, scheduler } = this.#world;
    await scheduler.sleep(dice.between(second, 4 * minute));
    await this.#request(fleet, 'sendBroadcast');
    for (let deeds = dice.between(2, 8); deeds > 0 && scheduler.now < ends && !this.people.isDeleted; deeds--) {
      await scheduler.sleep(dice.oneOf([dice.between(10, 2 * second), dice.between(second, 3 * minute)]));
      await this.#meddle(fleet, dice.oneOf(['reply', 'stop', 'stop', 'delete', 'pause', 'resume', 'retry'] as const));
    }
    await this.resume(fleet);
    this.finished = true;
  }

  /** Goes on with a broadcast that is paused, where the plan has broadcasts. */
  async resume(fleet: Fleet): Promise<void> {
    while (this.status === 'PAUSED' && !this.people.isDeleted && !this.#isBelowPlan)
      await this.#request(fleet, 'resumeBroadcast');
  }

  /** Whether it is paused, and the plan has no broadcasts: it stays so until the plan is higher again. */
  get isHeld(): boolean {
    return this.status === 'PAUSED' && this.#isBelowPlan;
  }

  get #isBelowPlan(): boolean {
    const state = stateOf(workspace, this.#world.log.of(`workspace-${workspaceId}`));
    return state !== undefined && !allows(state.plan, 'broadcasts');
  }

  get status(): string {
    const state = stateOf(broadcast, this.#world.log.of(`broadcast-${broadcastId}`));
    return state.kind === 'existing' ? state.status : state.kind;
  }

  #meddle(fleet: Fleet, deed: 'reply' | 'stop' | 'delete' | 'pause' | 'resume' | 'retry'): Promise<Answer> {
    const contactId = this.#world.dice.oneOf(this.people.ids);
    if (deed === 'reply') return this.people.write(fleet, contactId, 'Thank you');
    if (deed === 'stop') return this.people.write(fleet, contactId, 'STOP');
    if (deed === 'delete') return this.#deleted(fleet, contactId);
    return this.#request(fleet, `${deed}Broadcast`);
  }

  /** Some of the deleted write a moment later, and are contacts again. */
  async #deleted(fleet: Fleet, contactId: string): Promise<Answer> {
    const { dice, scheduler } = this.#world;
    const answer = await this.people.delete(fleet, contactId);
    if (answer !== 'done' || dice.chance(0.5)) return answer;
    await scheduler.sleep(dice.between(10, 2 * second));
    return this.people.write(fleet, contactId, 'Thank you');
  }

  #request(fleet: Fleet, name: string): Promise<Answer> {
    return this.people.ask(fleet, name, async (service, requestId, now) => {
      const ports: BroadcastCommandPorts = {
        audiences: this.#audiencesOver(service),
        failedBatches: () => service.io('a query of the failed batches', () => this.#failedBatches()),
      };
      const endpoint = sendingEndpoints(ports).find(({ id }) => id === name);
      const asked = { params: { id: broadcastId }, query: {}, body: {}, header: () => undefined };
      const context = requestContext(service, { requestId, now, userId: 'person' });
      const plan = (await context.load(workspace, workspaceId))?.state?.plan;
      if (plan !== undefined && name !== 'pauseBroadcast') requireFeature(plan, 'broadcasts');
      await endpoint?.run(asked, context);
    });
  }

  /** As `infra/adapters/broadcasts/audiences.ts` reads it of the contacts. */
  #audiencesOver({ io }: Service): Audiences {
    return {
      count: () => io('a count of an audience', () => this.#eligible().length),
      fix: (audienceId) =>
        io('a query of an audience', () => {
          const eligible = this.#eligible();
          const batches = new Map<number, readonly Recipient[]>();
          for (let first = 0; first < eligible.length; first += batchSize)
            batches.set(first / batchSize, eligible.slice(first, first + batchSize));
          if (!this.#audiences.has(audienceId)) this.#audiences.set(audienceId, batches);
          const fixed = [...(this.#audiences.get(audienceId)?.values() ?? [])].flat();
          return { contacts: fixed.length, position: String(this.#world.log.log.length) };
        }),
      batches: (audienceId, numbers) =>
        io('a read of an audience', () => {
          const batches = this.#audiences.get(audienceId);
          return new Map(numbers.map((number) => [number, batches?.get(number) ?? []]));
        }),
    };
  }

  #eligible(): readonly Recipient[] {
    return this.people.ids.flatMap((contactId) => {
      const state = stateOf(contact, this.#world.log.of(`contact-${contactId}`));
      if (state.kind === 'absent' || ineligibility(state, this.people.now()) !== undefined) return [];
      return [{ contactId, platform: state.platform }];
    });
  }

  #failedBatches() {
    const numbers = new Map<number, number>();
    for (const { deliveries, number } of this.batches()) {
      const failed = deliveries.filter(({ status, isFinal }) => status === 'FAILED' && !isFinal);
      if (failed.length > 0) numbers.set(number, failed.length);
    }
    return [...numbers].map(([number, count]) => ({ number, count }));
  }

  /** The batches as the log has them. */
  batches() {
    const { log } = this.#world;
    const streams = new Set(log.log.flatMap(({ type, stream }) => (type === 'BroadcastBatchEnqueued' ? [stream] : [])));
    return [...streams].flatMap((stream) => stateOf(broadcastBatch, log.of(stream)) ?? []);
  }
}
