import { testEventType, type WebhookEventType } from './event-types.ts';

/** The body of a delivery in the catalog form, to which `eventId` is added when it is sent. */
export const envelopeOf = (event: WebhookEventType, timestamp: string, data: object) => ({ event, timestamp, data });

/** The body of a test delivery; `created` is the reference's name for the time in this one. */
export const testEnvelopeOf = (testId: string, created: string, message: string) => ({
  id: testId,
  eventId: testId,
  event: testEventType,
  created,
  data: { message },
});
