import type { Caller } from '../../../read-api/contract/caller.ts';
import { idFrom } from '../../../commands/kernel/deterministic-ids.ts';
import { webhookWrites } from '../../../commands/webhooks/index.ts';
import type { Endpoint } from '../../../read-api/contract/endpoint.ts';
import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { DeliveryRecord } from '../../../domain/webhooks/delivery-record.ts';
import type { EndpointView } from '../../../domain/webhooks/endpoint-view.ts';
import type { WebhookEventType } from '../../../domain/webhooks/event-types.ts';
import type { ReplayView } from '../../../domain/webhooks/replay-view.ts';
import { deliveryPayload } from '../../../infra/adapters/webhooks/index.ts';
import { newCommand, RequestWrites } from '../../../commands/kernel/request-writes.ts';
import { webhookReads } from '../../../read-api/webhooks/webhook-reads.ts';
import { nothingPast } from '../../support/edge.ts';
import { until } from '../../support/until.ts';
import type { RunningWebhooks } from '../../support/webhooks-service.ts';

let made = 0;
export const freshId = (): string => idFrom(Date.now(), `test-${process.pid}-${made++}`);

type Asked = Readonly<{ params?: object; query?: object; body?: object }>;
type Created = EndpointView & { secret: string };

/** One workspace, and what it asks of the webhook endpoints: parsed by their schemas, run on the real parts. */
export const workspaceClient = (webhooks: RunningWebhooks, more: Partial<Caller> = {}) => {
  const caller: Caller = {
    kind: 'api_key',
    workspaceId: freshId(),
    mode: 'test',
    plan: 'pro',
    userId: undefined,
    keyId: 'k1',
    scopes: ['*'],
    role: undefined,
    address: undefined,
    ...more,
  };
  const parse = (endpoint: Endpoint<never>, { params = {}, query = {}, body = {} }: Asked) => ({
    params: endpoint.params?.parse(params) ?? {},
    query: endpoint.query?.parse(query) ?? {},
    body: endpoint.body?.parse(body) ?? {},
    header: () => undefined,
  });
  const write = async <Body>(id: string, asked: Asked): Promise<Body> => {
    const endpoint = webhookWrites(webhooks.ports).find((each) => each.id === id);
    if (!endpoint) throw new Error(`no endpoint ${id}`);
    endpoint.gate?.(caller);
    const now = webhooks.clocks.now(caller.mode).toISOString();
    const context = new RequestWrites(webhooks.handler, { command: newCommand(), caller, now, correlationId: 'test' });
    const reply = await endpoint.run(parse(endpoint as Endpoint<never>, asked), context);
    return reply.body as Body;
  };
  const read = async <Body>(id: string, asked: Asked): Promise<Body> => {
    const endpoint = webhookReads(undefined, deliveryPayload(webhooks.handler)).find((each) => each.id === id);
    if (!endpoint) throw new Error(`no endpoint ${id}`);
    const now = webhooks.clocks.now(caller.mode).toISOString();
    const reply = await endpoint.run(parse(endpoint as Endpoint<never>, asked), {
      caller,
      now,
      db: webhooks.db,
      past: nothingPast,
    });
    return reply.body as Body;
  };
  const webhook = (id: string): Promise<EndpointView> => read('getWebhook', { params: { id } });
  const delivery = (id: string, deliveryId: string): Promise<DeliveryRecord> =>
    read('getWebhookDelivery', { params: { id, deliveryId } });
  return {
    caller,
    write,
    read,
    webhook,
    delivery,
    deliveries: async (id: string, query: object = {}): Promise<readonly DeliveryRecord[]> =>
      (await read<{ data: DeliveryRecord[] }>('listWebhookDeliveries', { params: { id }, query })).data,
    replay: (id: string, replayId: string): Promise<ReplayView> =>
      read('getWebhookReplay', { params: { id, replayId } }),
    /** Registers an endpoint and waits until it can be read. */
    create: async (url: string, events: readonly WebhookEventType[]): Promise<Created> => {
      const created = await write<Created>('createWebhook', { body: { url, events } });
      await until('the endpoint can be read', () => webhook(created.id).then(Boolean, () => false));
      return created;
    },
    /** Appends events to a stream of the workspace, as commands of other capabilities do. */
    happen: async (category: string, id: string, ...events: readonly NewEvent[]): Promise<void> => {
      const anything = { category, initial: null, evolve: () => null, decide: () => events };
      const occurredAt = webhooks.clocks.now(caller.mode).toISOString();
      await webhooks.handler.handle(anything, id, null, {
        commandId: freshId(),
        meta: {
          workspaceId: caller.workspaceId,
          mode: caller.mode,
          actor: { kind: 'user', id: 'u1' },
          $correlationId: 'c',
          occurredAt,
        },
      });
    },
  };
};

export type WorkspaceClient = ReturnType<typeof workspaceClient>;
