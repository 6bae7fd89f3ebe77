import { counted, ended, listed, type Sentences } from '../kernel/sentence.ts';
import { abandonReasons, type WebhookDeliveryEvent } from './delivery.ts';
import type { WebhookEndpointEvent } from './endpoint.ts';
import type { WebhookReplayEvent } from './replay.ts';

export const endpointSentences: Sentences<WebhookEndpointEvent> = {
  WebhookEndpointCreated: ({ events }) => `The webhook endpoint was registered for ${listed(events)}.`,
  WebhookEndpointUpdated: ({ events }) => `The webhook endpoint was changed; it receives ${listed(events)}.`,
  WebhookEndpointSecretRotated: ({ previousValidUntil }) =>
    `The secret of the webhook endpoint was replaced; the previous one also signs until ${previousValidUntil}.`,
  WebhookEndpointWarned: ({ consecutiveFailures }) =>
    `The webhook endpoint failed ${counted(consecutiveFailures, 'time')} in a row; its owner is warned.`,
  WebhookEndpointAutoDisabled: ({ consecutiveFailures }) =>
    `The webhook endpoint failed ${counted(consecutiveFailures, 'time')} in a row and was disabled.`,
  WebhookEndpointOwnerNotified: ({ recipients }) =>
    `The mail about the failing webhook endpoint was handed over, to ${counted(recipients, 'recipient')}.`,
};

export const deliverySentences: Sentences<WebhookDeliveryEvent> = {
  WebhookDeliveryRequested: ({ event, endpointId }) =>
    `A delivery of ${event} to ${endpointId === null ? 'a callback address' : 'the webhook endpoint'} was ` +
    'created.',
  WebhookDeliveryAttemptStarted: ({ attempt }) => `Attempt ${attempt + 1} to deliver began.`,
  WebhookDeliverySucceeded: ({ attempt, statusCode, latencyMs }) =>
    `The receiver answered attempt ${attempt + 1} with success (${statusCode}, ${latencyMs} ms).`,
  WebhookDeliveryAttemptFailed: ({ attempt, error, retryAt }) => {
    const next = retryAt === null ? 'it was the last' : `the next follows at ${retryAt}`;
    return ended(`Attempt ${attempt + 1} to deliver failed; ${next}: ${error}`);
  },
  WebhookDeliveryBlocked: ({ error }) => ended(`Nothing was or will be sent to this target: ${error}`),
  WebhookDeliveryAbandoned: ({ reason }) => `The delivery was abandoned: ${abandonReasons[reason]}.`,
};

export const replaySentences: Sentences<WebhookReplayEvent> = {
  WebhookReplayRequested: ({ from, to, total }) =>
    `A replay of the events from ${from} to ${to} was requested: ${total === 1 ? '1 delivery' : `${total} deliveries`}.`,
  WebhookReplayProgressed: ({ requested, after }) =>
    `${requested === 1 ? '1 delivery was' : `${requested} deliveries were`} created so ` +
    `far${after === null ? '; the replay is complete' : ''}.`,
};
