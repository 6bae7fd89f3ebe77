import { z } from 'zod';
import { unreachable, type Decider } from '../kernel/decider.ts';
import { defineEvent, type EventOf } from '../kernel/event.ts';
import { notFound } from '../kernel/refused.ts';
import { WebhookEventType } from './event-types.ts';

/** The name of a secret in the vault. The secret itself is never in an event. */
const SecretName = z.string().min(1).max(100);

export const WebhookEndpointCreated = defineEvent(
  'WebhookEndpointCreated',
  z.object({
    endpointId: z.string(),
    url: z.string(),
    events: z.array(WebhookEventType),
    description: z.string().nullable(),
    secretName: SecretName,
  }),
  { description: 'A webhook endpoint was registered.' },
);

export const WebhookEndpointUpdated = defineEvent(
  'WebhookEndpointUpdated',
  z.object({
    endpointId: z.string(),
    url: z.string(),
    events: z.array(WebhookEventType),
    description: z.string().nullable(),
  }),
  { description: 'The events or the target of a webhook endpoint were changed.' },
);

export const WebhookEndpointEnabled = defineEvent('WebhookEndpointEnabled', z.object({ endpointId: z.string() }), {
  description: 'A webhook endpoint was enabled again.',
});

export const WebhookEndpointDisabled = defineEvent('WebhookEndpointDisabled', z.object({ endpointId: z.string() }), {
  description: 'A person disabled a webhook endpoint.',
});

export const WebhookEndpointSecretRotated = defineEvent(
  'WebhookEndpointSecretRotated',
  z.object({
    endpointId: z.string(),
    secretName: SecretName,
    /** Until then deliveries are also signed with the previous secret; on the workspace's clock. */
    previousValidUntil: z.iso.datetime(),
  }),
  { description: 'The secret of a webhook endpoint was replaced.' },
);

export const WebhookEndpointWarned = defineEvent(
  'WebhookEndpointWarned',
  z.object({ endpointId: z.string(), series: z.string(), consecutiveFailures: z.int() }),
  { description: 'A webhook endpoint failed several times in a row; its owner is warned.' },
);

export const WebhookEndpointAutoDisabled = defineEvent(
  'WebhookEndpointAutoDisabled',
  z.object({ endpointId: z.string(), series: z.string(), consecutiveFailures: z.int(), at: z.iso.datetime() }),
  { description: 'A webhook endpoint failed too often in a row and was disabled.' },
);

export const WebhookEndpointOwnerNotified = defineEvent(
  'WebhookEndpointOwnerNotified',
  z.object({ endpointId: z.string(), noticeId: z.string(), recipients: z.int() }),
  { description: 'The mail about a failing webhook endpoint was handed over.' },
);

export const WebhookEndpointDeleted = defineEvent('WebhookEndpointDeleted', z.object({ endpointId: z.string() }), {
  description: 'A webhook endpoint was removed.',
});

export const webhookEndpointEvents = [
  WebhookEndpointCreated,
  WebhookEndpointUpdated,
  WebhookEndpointEnabled,
  WebhookEndpointDisabled,
  WebhookEndpointSecretRotated,
  WebhookEndpointWarned,
  WebhookEndpointAutoDisabled,
  WebhookEndpointOwnerNotified,
  WebhookEndpointDeleted,
] as const;

export type WebhookEndpointEvent = EventOf<(typeof webhookEndpointEvents)[number]>;

/** A secret that signs deliveries; `until` is null for the newest. */
export type SigningSecret = Readonly<{ name: string; until: string | null }>;

export type EndpointState =
  | Readonly<{ status: 'none' | 'deleted' }>
  | Readonly<{
      status: 'existing';
      endpointId: string;
      url: string;
      events: readonly WebhookEventType[];
      description: string | null;
      enabled: boolean;
      /** Newest first. */
      secrets: readonly SigningSecret[];
      /** The failures in a row that caused the warning, or disabled the endpoint. */
      warnedSeries: string | null;
      disabledSeries: string | null;
      notified: readonly string[];
    }>;

export type EndpointCommand =
  | Readonly<{
      type: 'create';
      endpointId: string;
      url: string;
      events: readonly WebhookEventType[];
      description: string | null;
      secretName: string;
    }>
  | Readonly<{
      type: 'update';
      url?: string | undefined;
      events?: readonly WebhookEventType[] | undefined;
      description?: string | null | undefined;
      enabled?: boolean | undefined;
    }>
  | Readonly<{ type: 'rotate-secret'; secretName: string; previousValidUntil: string }>
  | Readonly<{ type: 'warn'; series: string; consecutiveFailures: number }>
  | Readonly<{ type: 'auto-disable'; series: string; consecutiveFailures: number; at: string }>
  | Readonly<{ type: 'owner-notified'; noticeId: string; recipients: number }>
  | Readonly<{ type: 'delete' }>;

const unique = <T>(items: readonly T[]): T[] => [...new Set(items)];

const sameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const decide = (command: EndpointCommand, state: EndpointState): readonly WebhookEndpointEvent[] => {
  if (command.type === 'create') {
    if (state.status !== 'none') return [];
    const { endpointId, url, description, secretName } = command;
    return [WebhookEndpointCreated({ endpointId, url, description, secretName, events: unique(command.events) })];
  }
  if (state.status === 'deleted' && command.type === 'delete') return [];
  if (state.status !== 'existing') throw notFound('webhook endpoint');
  const { endpointId } = state;
  switch (command.type) {
    case 'update': {
      const url = command.url ?? state.url;
      const events = command.events ? unique(command.events) : [...state.events];
      const description = command.description === undefined ? state.description : command.description;
      const same = url === state.url && description === state.description && sameItems(events, state.events);
      const decided: WebhookEndpointEvent[] = same
        ? []
        : [WebhookEndpointUpdated({ endpointId, url, events, description })];
      if (command.enabled !== undefined && command.enabled !== state.enabled)
        decided.push((command.enabled ? WebhookEndpointEnabled : WebhookEndpointDisabled)({ endpointId }));
      return decided;
    }
    case 'rotate-secret': {
      const { secretName, previousValidUntil } = command;
      if (state.secrets[0]?.name === secretName) return [];
      return [WebhookEndpointSecretRotated({ endpointId, secretName, previousValidUntil })];
    }
    case 'warn': {
      const { series, consecutiveFailures } = command;
      if (!state.enabled || state.warnedSeries === series) return [];
      return [WebhookEndpointWarned({ endpointId, series, consecutiveFailures })];
    }
    case 'auto-disable': {
      const { series, consecutiveFailures, at } = command;
      if (!state.enabled || state.disabledSeries === series) return [];
      return [WebhookEndpointAutoDisabled({ endpointId, series, consecutiveFailures, at })];
    }
    case 'owner-notified': {
      const { noticeId, recipients } = command;
      return state.notified.includes(noticeId)
        ? []
        : [WebhookEndpointOwnerNotified({ endpointId, noticeId, recipients })];
    }
    case 'delete':
      return [WebhookEndpointDeleted({ endpointId })];
    default:
      return unreachable(command);
  }
};

const evolve = (state: EndpointState, event: WebhookEndpointEvent): EndpointState => {
  if (event.type === 'WebhookEndpointCreated') {
    const { endpointId, url, events, description, secretName } = event.data;
    return {
      status: 'existing',
      endpointId,
      url,
      events,
      description,
      enabled: true,
      secrets: [{ name: secretName, until: null }],
      warnedSeries: null,
      disabledSeries: null,
      notified: [],
    };
  }
  if (state.status !== 'existing') return state;
  switch (event.type) {
    case 'WebhookEndpointUpdated': {
      const { url, events, description } = event.data;
      return { ...state, url, events, description };
    }
    case 'WebhookEndpointEnabled':
      return { ...state, enabled: true };
    case 'WebhookEndpointDisabled':
      return { ...state, enabled: false };
    case 'WebhookEndpointSecretRotated': {
      const { secretName, previousValidUntil } = event.data;
      // Only the newest and the previous one sign: a second rotation within the window retires the
      // oldest immediately.
      const previous = state.secrets.slice(0, 1).map(({ name }) => ({ name, until: previousValidUntil }));
      return { ...state, secrets: [{ name: secretName, until: null }, ...previous] };
    }
    case 'WebhookEndpointWarned':
      return { ...state, warnedSeries: event.data.series };
    case 'WebhookEndpointAutoDisabled':
      return { ...state, enabled: false, disabledSeries: event.data.series };
    case 'WebhookEndpointOwnerNotified':
      return { ...state, notified: [...state.notified.slice(-9), event.data.noticeId] };
    case 'WebhookEndpointDeleted':
      return { status: 'deleted' };
    default:
      return unreachable(event);
  }
};

/**
 * One registered webhook endpoint: its target, its events, and whether it is enabled. The outcomes
 * of deliveries are in their own streams.
 */
export const webhookEndpoint: Decider<EndpointState, EndpointCommand, WebhookEndpointEvent> = {
  category: 'webhookEndpoint',
  initial: { status: 'none' },
  decide,
  evolve,
};

/** The names of the secrets that sign a delivery at this moment, newest first. */
export const signingSecretsAt = (secrets: readonly SigningSecret[], now: string): readonly string[] =>
  secrets.filter(({ until }) => until === null || now < until).map(({ name }) => name);
