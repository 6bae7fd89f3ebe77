import { CommandHandler } from '../../commands/kernel/handle.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { attemptIdOf } from '../../domain/webhooks/delivery-id.ts';
import { webhookEndpoint, type EndpointCommand } from '../../domain/webhooks/endpoint.ts';
import { subscribableTypes } from '../../domain/webhooks/event-types.ts';
import { withPorts, type RunnableProcess } from '../../processes/kernel/process.ts';
import { webhookDeliveries } from '../../processes/webhooks/webhook-deliveries.ts';
import { fanOut, fanOutHandles, type Subscription } from '../../processes/webhooks/fan-out.ts';
import { webhookHealth } from '../../processes/webhooks/webhook-health.ts';
import { deliveryLane } from '../../processes/webhooks/delivery-lanes.ts';
import type { PostResult } from '../../processes/webhooks/ports.ts';
import type { MemoryEventStore } from '../support/memory-event-store.ts';
import type { Coverage } from './coverage.ts';
import type { Dice } from './dice.ts';
import type { InstanceTable } from './instance-table.ts';
import type { Mutation } from './mutation.ts';
import { workspaceId } from './simulated-platforms.ts';
import type { Scheduler } from './scheduler.ts';
import type { Service } from './service.ts';

type WebhooksWorld = Readonly<{
  scheduler: Scheduler;
  dice: Dice;
  coverage: Coverage;
  log: MemoryEventStore;
  table: InstanceTable;
  mutation: Mutation | undefined;
}>;

const handled: ReadonlySet<string> = new Set(fanOutHandles);
const endpointId = 'endpoint';
const silent = { send: async () => {}, reaches: () => false };

/**
 * The webhook endpoint of one run and the receiver at its address, behind a network that delays,
 * loses and cuts.
 */
export class Webhooks {
  /** Chance that a try goes wrong. */
  trouble = 0;
  /** The tries the receiver answered with success, by their ids. */
  readonly acknowledged = new Set<string>();
  readonly #world: WebhooksWorld;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #commands: CommandHandler;
  #asked = 0;

  constructor(world: WebhooksWorld) {
    this.#world = world;
    this.#commands = new CommandHandler(world.log);
  }

  /** Registers the endpoint, for two to four of the types. */
  async begin(): Promise<void> {
    const { dice } = this.#world;
    const events = Array.from({ length: dice.between(2, 4) }, () => dice.oneOf(subscribableTypes));
    const url = 'https://receiver.example.com/hook';
    await this.#ask({ type: 'create', endpointId, url, events, description: null, secretName: 'first' });
  }

  /** A person switches the endpoint off, or on again. */
  async toggle(): Promise<void> {
    const isOn = this.#subscriptions.get(endpointId)?.enabled ?? true;
    await this.#ask({ type: 'update', enabled: !isOn });
  }

  /** As `infra/adapters/webhooks/fan-out-subscriber.ts` folds a stretch of the log; answers whether something is owed. */
  apply(events: readonly Recorded[]): boolean {
    const { table, mutation } = this.#world;
    const reported = events.filter(({ type }) => handled.has(type));
    const { changed, removed, owed, slowedDown } = fanOut(reported, [...this.#subscriptions.values()]);
    for (const subscription of changed) this.#subscriptions.set(subscription.endpointId, subscription);
    for (const id of removed) this.#subscriptions.delete(id);
    const recorded = mutation?.owed?.(owed) ?? owed;
    table.owe(webhookDeliveries.name, recorded);
    for (const id of slowedDown)
      table.move(webhookDeliveries.name, deliveryLane(id, 0), deliveryLane(id, 0, { isSlow: true }));
    return recorded.length > 0;
  }

  processesFor(service: Service): readonly RunnableProcess[] {
    return withPorts([webhookDeliveries, webhookHealth], {
      postToReceiver: ({ headers }) => this.#post(service, headers['x-service-delivery-id'] ?? ''),
      deliveryHeaders: ({ deliveryId }) => ({ 'x-service-delivery-id': deliveryId }),
      webhookSecrets: { issue: async (_, name) => name, reveal: async (_, names) => names, forget: async () => {} },
      mailer: silent,
      consoleLinkOf: (path) => path,
      ownersOf: async () => [],
    });
  }

  isAcknowledged(deliveryId: string, attempt: number): boolean {
    return this.acknowledged.has(attemptIdOf(deliveryId, attempt));
  }

  #post({ way }: Service, id: string): Promise<PostResult> {
    const { dice, scheduler, coverage } = this.#world;
    const fault = dice.chance(this.trouble)
      ? dice.oneOf(['cut before', 'cut after', 'error', 'silence', 'slow'] as const)
      : undefined;
    if (fault) coverage.count(`fault: webhook ${fault}`);
    return new Promise((resolve) => {
      if (way.dies('as a webhook leaves')) return;
      scheduler.after(dice.between(1, 100), () => {
        if (fault === undefined || fault === 'slow' || fault === 'cut after') this.acknowledged.add(id);
        const latencyMs = fault === 'silence' ? 30_000 : fault === 'slow' ? 8_000 : dice.between(1, 200);
        way.after(latencyMs, () => {
          if (way.dies('as a webhook is answered')) return;
          if (fault === 'silence') resolve({ outcome: 'timeout', error: 'no answer', latencyMs });
          else if (fault === 'cut before' || fault === 'cut after')
            resolve({ outcome: 'connection_error', error: 'ECONNRESET', latencyMs });
          else resolve({ outcome: 'delivered', statusCode: fault === 'error' ? 500 : 204, body: '', latencyMs });
        });
      });
    });
  }

  async #ask(command: EndpointCommand): Promise<void> {
    const commandId = `endpoint/${(this.#asked += 1)}`;
    const occurredAt = new Date(this.#world.scheduler.now).toISOString();
    const actor = { kind: 'user', id: 'person' } as const;
    const meta = { workspaceId, mode: 'live', actor, $correlationId: commandId, occurredAt } as const;
    await this.#commands.handle(webhookEndpoint, endpointId, command, { commandId, meta });
  }
}
