import type { EventOfType } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { processOf, type Next } from '../kernel/process.ts';
import { disabledAfter, warnedAfter, type Notice } from './endpoint-notices.ts';
import { keepHealthy, type HealthAction, type HealthPorts } from './keep-healthy.ts';

/** The health of an endpoint: one series of failures at a time, identified by its first attempt. */
export type EndpointHealth = Readonly<{
  endpointId: string;
  series: string;
  consecutiveFailures: number;
  lastFailureAt: string;
  warned: boolean;
  disabled: boolean;
  notices: readonly Notice[];
}>;

const healthy = (endpointId: string, event: Recorded): EndpointHealth => ({
  endpointId,
  series: event.id,
  consecutiveFailures: 0,
  lastFailureAt: event.meta.occurredAt,
  warned: false,
  disabled: false,
  notices: [],
});

/** One failure more; a series of failures is identified by its first event. */
const failed = (
  before: EndpointHealth | undefined,
  event: EventOfType<'WebhookDeliveryAttemptFailed' | 'WebhookDeliveryBlocked'>,
  endpointId: string,
): EndpointHealth => {
  const health = before ?? healthy(endpointId, event);
  return {
    ...health,
    series: health.consecutiveFailures > 0 ? health.series : event.id,
    consecutiveFailures: health.consecutiveFailures + 1,
    lastFailureAt: event.meta.occurredAt,
  };
};

/** Forgets the series of failures; ends the instance where no mail is pending. */
const recovered = (health: EndpointHealth): EndpointHealth | undefined =>
  health.notices.length === 0 && !health.disabled ? undefined : { ...health, consecutiveFailures: 0, warned: false };

/** Adds a pending mail to the owner about an event of the endpoint. */
const owing = (
  health: EndpointHealth,
  kind: Notice['kind'],
  { id, data, meta }: EventOfType<'WebhookEndpointWarned' | 'WebhookEndpointAutoDisabled'>,
): EndpointHealth => {
  const notice = { id, kind, consecutiveFailures: data.consecutiveFailures, at: meta.occurredAt };
  return { ...health, notices: [...health.notices, notice] };
};

const next = (health: EndpointHealth): Next<HealthAction> | undefined => {
  const { endpointId, series, consecutiveFailures, lastFailureAt, notices, warned, disabled } = health;
  const [notice] = notices;
  // The warning comes first even where ten failures came together: its owner is notified of both.
  if (!disabled && !warned && consecutiveFailures >= warnedAfter)
    return { at: lastFailureAt, action: { type: 'warn', endpointId, series, consecutiveFailures } };
  if (!disabled && consecutiveFailures >= disabledAfter)
    return { at: lastFailureAt, action: { type: 'disable', endpointId, series, consecutiveFailures } };
  return notice && { at: notice.at, action: { type: 'notify', endpointId, notice } };
};

/** Watches each endpoint: warns its owner after five failures in a row, disables it after ten. */
export const webhookHealth = processOf<EndpointHealth, HealthAction, HealthPorts>()({
  name: 'webhook-health',
  description: 'Warns of failing webhook endpoints and disables them.',
  on: {
    WebhookDeliverySucceeded: (health) => health && recovered(health),
    WebhookDeliveryAttemptFailed: failed,
    WebhookDeliveryBlocked: failed,
    WebhookEndpointEnabled: (health) => health && recovered({ ...health, disabled: false }),
    // Kept while the endpoint is disabled: failures of deliveries in progress then change nothing.
    WebhookEndpointDisabled: (health, event, endpointId) => ({
      ...(health ?? healthy(endpointId, event)),
      disabled: true,
    }),
    WebhookEndpointWarned: (health, event) => health && owing({ ...health, warned: true }, 'warning', event),
    WebhookEndpointAutoDisabled: (health, event) =>
      health && owing({ ...health, disabled: true }, 'auto_disabled', event),
    WebhookEndpointOwnerNotified: (health, { data: { noticeId } }) => {
      if (!health) return undefined;
      const rest = { ...health, notices: health.notices.filter((notice) => notice.id !== noticeId) };
      return rest.consecutiveFailures === 0 ? recovered(rest) : rest;
    },
    WebhookEndpointDeleted: () => undefined,
  },
  instancesOf: ({ data }) => data.endpointId ?? [],
  next,
  act: keepHealthy,
});
