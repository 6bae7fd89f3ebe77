import { callbackSigning } from '../../domain/webhooks/callback-signing.ts';
import {
  eventIdOf,
  webhookDelivery,
  type abandonReasons,
  type DeliveryCommand,
  type DeliveryRequest,
} from '../../domain/webhooks/delivery.ts';
import { attemptIdOf } from '../../domain/webhooks/delivery-id.ts';
import { signingSecretsAt, webhookEndpoint, type SigningSecret } from '../../domain/webhooks/endpoint.ts';
import type { SecretsOwner } from '../../domain/webhooks/secrets.ts';
import type { ActContext } from '../kernel/act-context.ts';
import { deliveryBody } from './delivery-body.ts';
import type { DeliveryPorts, PostResult } from './ports.ts';

export type SendDelivery = Readonly<{ request: DeliveryRequest; attempt: number }>;

/** "Retried on non-2xx, timeout (30 seconds) or connection error" (reference, "Delivery behaviour"). */
const deliveryTimeoutMs = 30_000;

type Target = Readonly<{ url: string; owner: SecretsOwner; secrets: readonly SigningSecret[] }>;
type Nowhere = Readonly<{ nowhere: keyof typeof abandonReasons }>;

const endpointTarget = async (endpointId: string, context: ActContext): Promise<Target | Nowhere> => {
  const endpoint = (await context.load(webhookEndpoint, endpointId))?.state;
  if (endpoint?.status !== 'existing') return { nowhere: 'endpoint_deleted' };
  if (!endpoint.enabled) return { nowhere: 'endpoint_disabled' };
  const owner = { kind: 'webhookEndpoint', id: endpointId, workspaceId: context.workspaceId } as const;
  return { url: endpoint.url, owner, secrets: endpoint.secrets };
};

const callbackTarget = async (url: string, ports: DeliveryPorts, context: ActContext): Promise<Target> => {
  const { workspaceId } = context;
  const owner = { kind: 'callbackSigning', id: workspaceId, workspaceId } as const;
  const known = (await context.load(callbackSigning, workspaceId))?.state.secrets ?? [];
  if (known.length > 0) return { url, owner, secrets: known };
  // Two concurrent first callbacks may both create a secret; the log decides which one is used.
  const secretName = `first-${context.instance}`;
  await ports.webhookSecrets.issue(owner, secretName);
  const { state } = await context.send(
    callbackSigning,
    workspaceId,
    { type: 'ensure', secretName },
    { step: 'callback-secret' },
  );
  return { url, owner, secrets: state.secrets };
};

const targetOf = (request: DeliveryRequest, ports: DeliveryPorts, context: ActContext): Promise<Target | Nowhere> =>
  request.endpointId === null
    ? callbackTarget(request.callbackUrl ?? '', ports, context)
    : endpointTarget(request.endpointId, context);

const outcomeOf = (attempt: number, result: PostResult, at: string): DeliveryCommand => {
  const { latencyMs } = result;
  if (result.outcome === 'blocked') return { type: 'block', attempt, latencyMs, error: result.error };
  if (result.outcome !== 'delivered') {
    const error = result.outcome === 'timeout' ? `timeout: ${result.error}` : result.error;
    return { type: 'fail', attempt, statusCode: null, responseBody: null, latencyMs, error, at };
  }
  const { statusCode, body: responseBody } = result;
  if (statusCode >= 200 && statusCode < 300) return { type: 'succeed', attempt, statusCode, responseBody, latencyMs };
  const redirect = statusCode >= 300 && statusCode < 400 ? ': redirects are not followed' : '';
  return { type: 'fail', attempt, statusCode, responseBody, latencyMs, error: `HTTP ${statusCode}${redirect}`, at };
};

/**
 * Makes one attempt: intent, request, outcome. If the service dies in between, the attempt is
 * repeated with the same id and the same body, so a receiver that stores the ids handles nothing
 * twice.
 */
export const sendDelivery = async (
  { request, attempt }: SendDelivery,
  context: ActContext,
  ports: DeliveryPorts,
): Promise<void> => {
  const { deliveryId } = request;
  const abandon = async (reason: Nowhere['nowhere']): Promise<void> => {
    const command = { type: 'abandon', request, reason } as const;
    const { state, appended } = await context.send(webhookDelivery, deliveryId, command, {
      step: `abandon-${attempt}`,
    });
    if (state.status === 'ended' && appended === 0) context.endInstance();
  };
  const target = await targetOf(request, ports, context);
  if ('nowhere' in target) return abandon(target.nowhere);
  const isOurs = attempt === 0 && (request.origin === 'event' || request.origin === 'callback');
  const { state, events } = await context.send(
    webhookDelivery,
    deliveryId,
    { type: 'start', request, attempt },
    // Only this process begins the stream of a delivery that the fan-out created.
    { step: `start-${attempt}`, fresh: isOurs },
  );
  // A restore may fold the end of a delivery before the fan-out creates it: then no event ends the
  // instance.
  if (state.status === 'ended') return context.endInstance();
  if (state.status !== 'delivering' || state.attempt !== attempt) return;
  const createdAt = events[0]?.meta.occurredAt ?? context.now().toISOString();
  const body = await deliveryBody(request, createdAt, context);
  if (body === undefined) return abandon('nothing_to_send');
  const sentAt = context.now();
  const secrets = await ports.webhookSecrets.reveal(
    target.owner,
    signingSecretsAt(target.secrets, sentAt.toISOString()),
  );
  const signed = { deliveryId: attemptIdOf(deliveryId, attempt), event: request.event, body, sentAt, secrets };
  if (!(await context.proveLease())) throw new Error('the lease was lost before anything was sent');
  const result = await ports.postToReceiver({
    url: target.url,
    headers: {
      ...ports.deliveryHeaders(signed),
      'X-Service-Event-Id': eventIdOf(request),
      'X-Service-Correlation-Id': context.correlationId,
    },
    body,
    timeoutMs: ports.deliveryTimeoutMs ?? deliveryTimeoutMs,
    signal: context.signal,
  });
  // The service cut the request off: the receiver is not at fault, and the next run repeats the
  // attempt.
  if (context.signal.aborted && result.outcome !== 'delivered') throw new Error('the attempt was cut off');
  const outcome = outcomeOf(attempt, result, context.now().toISOString());
  await context.send(webhookDelivery, deliveryId, outcome, { step: `outcome-${attempt}` });
};
