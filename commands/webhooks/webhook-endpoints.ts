import { z } from 'zod';
import { foldView, requireView } from '../../domain/kernel/decider.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { notFound, Refused } from '../../domain/kernel/refused.ts';
import { Plan, requireFeature } from '../../domain/plans/plan.ts';
import { webhookEndpoint, type WebhookEndpointEvent } from '../../domain/webhooks/endpoint.ts';
import { EndpointView, endpointView } from '../../domain/webhooks/endpoint-view.ts';
import { WebhookEventType } from '../../domain/webhooks/event-types.ts';
import type { Caller } from '../../read-api/contract/caller.ts';
import { type WriteContext, writeEndpoint, type WriteEndpoint } from '../kernel/endpoint.ts';
import { Id } from '../../read-api/contract/fields.ts';
import type { WebhookPorts } from './ports.ts';
import { success } from '../../read-api/contract/success.ts';

/** Limits the list, which is returned whole. */
const maxEndpoints = 100;

/** How long deliveries are also signed with a replaced secret. */
const rotationWindowMs = 24 * 60 * 60 * 1000;

const Url = z.string().min(1).max(2048).meta({ description: 'A public HTTPS address' });
const Events = z.array(WebhookEventType).min(1).max(50);
const Description = z.string().max(500).nullable();
const Named = z.object({ id: Id });

const Secret = z.string().meta({ description: 'Signs the deliveries; returned this once' });

export const windowEnd = (now: string): string => new Date(Date.parse(now) + rotationWindowMs).toISOString();

export const requireWebhooks = ({ plan }: Caller): void => requireFeature(Plan.parse(plan), 'custom_webhooks');

const refuseTarget = (url: string, ports: WebhookPorts): void => {
  if (ports.mayTarget(url)) return;
  throw new Refused(
    'VALIDATION_ERROR',
    'url: must be an HTTPS address outside private, loopback and link-local ranges. The operator exempts ranges with the ' +
      'setting WEBHOOK_ALLOWED_CIDRS',
    { field: 'url' },
  );
};

/**
 * The endpoint after a command: the read model's counters, with the command's events folded on top.
 */
const viewAfter = async (
  events: readonly Recorded<WebhookEndpointEvent>[],
  id: string,
  context: WriteContext,
  ports: WebhookPorts,
): Promise<EndpointView> => {
  const known = await ports.endpointRow(context.caller.workspaceId, id);
  const newer = events.filter(({ revision }) => revision > (known?.revision ?? -1));
  const view = foldView(endpointView, newer, known?.view);
  if (!view) throw notFound('webhook endpoint');
  return view;
};

const createWebhook = (ports: WebhookPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/webhooks',
    id: 'createWebhook',
    summary: 'Register a webhook endpoint',
    description:
      'A literal target that is not a public HTTPS address is 400; the addresses of a name are checked ' +
      'at each delivery. A workspace may have 100 endpoints. Creating needs the plan pro; changing, ' +
      'deleting and testing do not. Ten failures in a row disable an endpoint; the owners are mailed at ' +
      'five and at ten, unless they switched webhookFailed off.',
    body: z.object({ url: Url, events: Events, description: Description.optional() }),
    reply: z.object({ ...EndpointView.shape, secret: Secret }).meta({ id: 'CreatedWebhookEndpoint' }),
    status: 201,
    errors: ['VALIDATION_ERROR', 'LIMIT_EXCEEDED'],
    gate: requireWebhooks,
    storesAnswer: false,
    run: async ({ body }, context) => {
      refuseTarget(body.url, ports);
      const { workspaceId } = context.caller;
      const endpointId = context.newId('webhookEndpoint');
      const made = await context.load(webhookEndpoint, endpointId);
      if (made && made.state.status !== 'existing') throw notFound('webhook endpoint');
      const current = await ports.endpointCount(workspaceId);
      if (!made && current >= maxEndpoints) {
        const details = { resource: 'webhookEndpoints', limit: maxEndpoints, current };
        throw new Refused('LIMIT_EXCEEDED', `A workspace has at most ${maxEndpoints} webhook endpoints`, details);
      }
      const secretName = context.newId('secret');
      const secret = await ports.secrets.issue({ kind: 'webhookEndpoint', id: endpointId, workspaceId }, secretName);
      const { url, events, description = null } = body;
      const command = { type: 'create', endpointId, url, events, description, secretName } as const;
      const handled = await context.handle(webhookEndpoint, endpointId, command, { fresh: true });
      const view = requireView(endpointView, handled.events);
      return { status: 201, body: { ...view, secret } };
    },
  });

const updateWebhook = (ports: WebhookPorts) =>
  writeEndpoint({
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    id: 'updateWebhook',
    summary: 'Change a webhook endpoint, or switch it on or off',
    description:
      'Retries of a disabled endpoint end as FAILED with the reason in `error` when they are due; ' +
      'redeliver and replay send them afterwards.',
    params: Named,
    body: z
      .object({ url: Url, events: Events, description: Description, enabled: z.boolean() })
      .partial()
      .meta({ id: 'WebhookEndpointChanges' }),
    reply: EndpointView,
    errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
    run: async ({ params, body }, context) => {
      if (body.url !== undefined) refuseTarget(body.url, ports);
      const { events } = await context.handle(webhookEndpoint, params.id, { type: 'update', ...body });
      return { body: await viewAfter(events, params.id, context, ports) };
    },
  });

const deleteWebhook = (ports: WebhookPorts) =>
  writeEndpoint({
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    id: 'deleteWebhook',
    summary: 'Remove a webhook endpoint; its pending deliveries are abandoned',
    description: 'Pending retries end as FAILED with the reason in `error` when they are due.',
    params: Named,
    reply: z.object({ success: z.boolean() }),
    errors: ['NOT_FOUND'],
    run: async ({ params }, context) => {
      const loaded = await context.load(webhookEndpoint, params.id);
      if (loaded?.state.status !== 'existing') throw notFound('webhook endpoint');
      await context.handle(webhookEndpoint, params.id, { type: 'delete' });
      const { workspaceId } = context.caller;
      await ports.secrets.forget({ kind: 'webhookEndpoint', id: params.id, workspaceId });
      return { body: success };
    },
  });

/** A repeated request whose secret other requests have replaced since: no delivery is signed with it any more. */
export const replacedSince = (): Refused =>
  new Refused('CONFLICT', 'The secret of this Idempotency-Key was replaced since; rotate it again with another key');

const rotateWebhookSecret = (ports: WebhookPorts) =>
  writeEndpoint({
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    id: 'rotateWebhookSecret',
    summary: 'Replace the secret; for 24 hours deliveries carry the signatures of both',
    description:
      'For 24 hours the old secret signs beside the new one: X-Service-Signature has two `v2=` values then, and a ' +
      'receiver accepts either, so it must not keep only the last one. A second rotation within the 24 hours retires the oldest secret immediately, so there are never ' +
      "more than two signatures. The hours are those of the workspace's clock.",
    params: Named,
    reply: z
      .object({ ...EndpointView.shape, secret: Secret, previousSecretValidUntil: z.string() })
      .meta({ id: 'RotatedWebhookEndpoint' }),
    errors: ['NOT_FOUND', 'CONFLICT'],
    storesAnswer: false,
    run: async ({ params }, context) => {
      const loaded = await context.load(webhookEndpoint, params.id);
      if (loaded?.state.status !== 'existing') throw notFound('webhook endpoint');
      const owner = { kind: 'webhookEndpoint', id: params.id, workspaceId: context.caller.workspaceId } as const;
      const secretName = context.newId('secret');
      const secret = await ports.secrets.issue(owner, secretName);
      const previousValidUntil = windowEnd(context.now);
      const command = { type: 'rotate-secret', secretName, previousValidUntil } as const;
      const { state, events } = await context.handle(webhookEndpoint, params.id, command);
      const kept = state.status === 'existing' ? state.secrets.map(({ name }) => name) : [];
      const retired = loaded.state.secrets.map(({ name }) => name).filter((name) => !kept.includes(name));
      await ports.secrets.forget(owner, [...retired, ...(kept.includes(secretName) ? [] : [secretName])]);
      if (!kept.includes(secretName)) throw replacedSince();
      const view = await viewAfter(events, params.id, context, ports);
      return { body: { ...view, secret, previousSecretValidUntil: previousValidUntil } };
    },
  });

/** The write endpoints of a webhook endpoint itself. */
export const webhookEndpoints = (ports: WebhookPorts): readonly WriteEndpoint[] => [
  createWebhook(ports),
  updateWebhook(ports),
  deleteWebhook(ports),
  rotateWebhookSecret(ports),
];
