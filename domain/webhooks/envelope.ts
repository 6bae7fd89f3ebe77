import { testEventType, type WebhookEventType } from './event-types.ts';

/** The body of a delivery in the catalog form; the delivery's id and the event's name are in the headers. */
export const envelopeOf = (event: WebhookEventType, timestamp: string, data: object) => ({ event, timestamp, data });

/** The body of a test delivery; `created` is the reference's name for the time in this one. */
export const testEnvelopeOf = (testId: string, created: string, message: string) => ({
  id: testId,
  event: testEventType,
  created,
  data: { message },
});
