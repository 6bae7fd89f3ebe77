import type { Recorded } from '../../domain/kernel/event.ts';
import type { WebhookDeliveryEvent } from '../../domain/webhooks/delivery.ts';
import type { WebhookEndpointEvent } from '../../domain/webhooks/endpoint.ts';
import type { ProcessManager } from '../kernel/process-manager.ts';

/** Failures in a row until the owner is warned, and until the endpoint is switched off (reference, "States"). */
export const warnedAfter = 5;
export const disabledAfter = 10;

/** A mail that is owed to the owner. */
export type Notice = Readonly<{
  id: string;
  kind: 'warning' | 'auto_disabled';
  consecutiveFailures: number;
  at: string;
}>;

/** How an endpoint fares: one run of failures at a time, named by the try it began with. */
export type EndpointHealth = Readonly<{
  endpointId: string;
  series: string;
  consecutiveFailures: number;
  lastFailureAt: string;
  warned: boolean;
  disabled: boolean;
  notices: readonly Notice[];
}>;

export type HealthAction =
  | Readonly<{ type: 'warn' | 'disable'; endpointId: string; series: string; consecutiveFailures: number }>
  | Readonly<{ type: 'notify'; endpointId: string; notice: Notice }>;

const handles = [
  'WebhookDeliverySucceeded',
  'WebhookDeliveryAttemptFailed',
  'WebhookDeliveryBlocked',
  'WebhookEndpointEnabled',
  'WebhookEndpointDisabled',
  'WebhookEndpointWarned',
  'WebhookEndpointAutoDisabled',
  'WebhookEndpointOwnerNotified',
  'WebhookEndpointDeleted',
] as const satisfies readonly (WebhookDeliveryEvent | WebhookEndpointEvent)['type'][];

type Heard = Extract<WebhookDeliveryEvent | WebhookEndpointEvent, { type: (typeof handles)[number] }>;

const healthy = (endpointId: string, event: Recorded<Heard>): EndpointHealth => ({
  endpointId,
  series: event.id,
  consecutiveFailures: 0,
  lastFailureAt: event.meta.occurredAt,
  warned: false,
  disabled: false,
  notices: [],
});

const failed = (health: EndpointHealth, event: Recorded<Heard>): EndpointHealth => ({
  ...health,
  series: health.consecutiveFailures > 0 ? health.series : event.id,
  consecutiveFailures: health.consecutiveFailures + 1,
  lastFailureAt: event.meta.occurredAt,
});

/** Forgets the run of failures; ends where no mail is owed either. */
const recovered = (health: EndpointHealth): EndpointHealth | undefined =>
  health.notices.length === 0 && !health.disabled ? undefined : { ...health, consecutiveFailures: 0, warned: false };

const owing = (health: EndpointHealth, notice: Notice): EndpointHealth => ({
  ...health,
  notices: [...health.notices, notice],
});

const evolve = (
  health: EndpointHealth | undefined,
  recorded: Recorded,
  endpointId: string,
): EndpointHealth | undefined => {
  const event = recorded as Recorded<Heard>;
  if (event.type === 'WebhookDeliveryAttemptFailed' || event.type === 'WebhookDeliveryBlocked')
    return failed(health ?? healthy(endpointId, event), event);
  // Kept while it is off, so that failures still on their way then are not acted upon.
  if (event.type === 'WebhookEndpointDisabled') return { ...(health ?? healthy(endpointId, event)), disabled: true };
  if (!health) return undefined;
  const { id, meta } = event;
  switch (event.type) {
    case 'WebhookDeliverySucceeded':
      return recovered(health);
    case 'WebhookEndpointEnabled':
      return recovered({ ...health, disabled: false });
    case 'WebhookEndpointWarned': {
      const { consecutiveFailures } = event.data;
      const notice: Notice = { id, kind: 'warning', consecutiveFailures, at: meta.occurredAt };
      return owing({ ...health, warned: true }, notice);
    }
    case 'WebhookEndpointAutoDisabled': {
      const { consecutiveFailures } = event.data;
      const notice: Notice = { id, kind: 'auto_disabled', consecutiveFailures, at: meta.occurredAt };
      return owing({ ...health, disabled: true }, notice);
    }
    case 'WebhookEndpointOwnerNotified': {
      const { noticeId } = event.data;
      const rest = { ...health, notices: health.notices.filter((notice) => notice.id !== noticeId) };
      return rest.consecutiveFailures === 0 ? recovered(rest) : rest;
    }
    case 'WebhookEndpointDeleted':
      return undefined;
    default:
      return event satisfies never;
  }
};

const next = (health: EndpointHealth): { at: string; action: HealthAction } | undefined => {
  const { endpointId, series, consecutiveFailures, lastFailureAt, notices, warned, disabled } = health;
  const [notice] = notices;
  // The warning comes first also where ten failures came at once: its owner hears of both.
  if (!disabled && !warned && consecutiveFailures >= warnedAfter)
    return { at: lastFailureAt, action: { type: 'warn', endpointId, series, consecutiveFailures } };
  if (!disabled && consecutiveFailures >= disabledAfter)
    return { at: lastFailureAt, action: { type: 'disable', endpointId, series, consecutiveFailures } };
  return notice && { at: notice.at, action: { type: 'notify', endpointId, notice } };
};

/** Watches over each endpoint: warns its owner after five failures in a row, switches it off after ten. */
export const webhookHealthManager: ProcessManager<EndpointHealth, HealthAction> = {
  name: 'webhook-health',
  description: 'Warns of failing webhook endpoints and switches them off.',
  handles,
  instancesOf: (event) => {
    const { endpointId } = event.data as { endpointId: string | null };
    return endpointId === null ? [] : [endpointId];
  },
  evolve,
  next,
};
