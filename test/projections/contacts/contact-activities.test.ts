import type { ContactDelivery } from '../../../domain/contacts/contact-activity.ts';
import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { contactActivities } from '../../../projections/contacts/contact-activities.ts';

const given = specFor(contactActivities);
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString();
const in1 = (minute: number) => ({ stream: 'contact-c1', workspaceId: 'w1', at: at(minute) });
const personId = 'c1.0';
const ids = { contact_id: 'c1', workspace_id: 'w1' };
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

const started = (id: string, minute: number, origin: ContactDelivery['origin'] = { kind: 'direct' }) =>
  event('MessageSendStarted', { messageId: id, personId, accountId: 'a1', origin, text: 'Hi', tag: null }, in1(minute));
const sent = (id: string, minute: number) =>
  event('MessageSent', { messageId: id, personId, platformMessageId: `p-${id}`, sentCount: 1 }, in1(minute));
const received = (id: string, written: number, minute = written) =>
  event(
    'InboundMessageReceived',
    { messageId: id, personId, accountId: 'a1', platformMessageId: `p-${id}`, text: id, receivedAt: at(written) },
    in1(minute),
  );
const delivery = (id: string, minute: number): ContactDelivery => ({
  id,
  status: 'DELIVERING',
  sentAt: null,
  readAt: null,
  errorCode: null,
  createdAt: at(minute),
  origin: { kind: 'direct' },
});
const inbound = (id: string, written: number) => ({ id, text: id, receivedAt: at(written) });

describe('the read model contact_activities', () => {
  it('has the outcome of each message to the contact, newest first', () => {
    const origin = { kind: 'broadcast', broadcastId: 'b1', deliveryId: 'd1' } as const;
    const failure = { code: 'PUBLISH_ERROR', reason: 'No', nothingStored: true, retryAfterSeconds: null };
    given(started('m1', 1, origin), started('m2', 2), started('m3', 3), started('m4', 4))
      .when(
        ...[sent('m1', 5), sent('m2', 6), event('MessageRead', { messageId: 'm1', readAt: at(7) }, in1(8))],
        event('MessageFailed', { messageId: 'm3', ...failure }, in1(9)),
      )
      .then({
        ...ids,
        activity: {
          deliveries: [
            delivery('m4', 4),
            { ...delivery('m3', 3), status: 'FAILED', errorCode: 'PUBLISH_ERROR' },
            { ...delivery('m2', 2), status: 'DELIVERED', sentAt: at(6) },
            { ...delivery('m1', 1), origin, status: 'READ', sentAt: at(5), readAt: at(7) },
          ],
          inboundMessages: [],
        },
      });
  });

  it('has the 20 last messages to the contact, and the 30 from it that were written last', () => {
    given(...upTo(21).map((minute) => started(`m${minute}`, minute)), received('late', 40), received('early', 5, 41))
      .when(sent('m0', 42))
      .then({
        ...ids,
        activity: {
          deliveries: upTo(20).map((index) => delivery(`m${20 - index}`, 20 - index)),
          inboundMessages: [inbound('late', 40), inbound('early', 5)],
        },
      });
    given(...upTo(30).map((index) => received(`i${index + 2}`, index + 2)))
      .when(received('oldest', 1, 40), received('newest', 41))
      .then({
        ...ids,
        activity: {
          deliveries: [],
          inboundMessages: [inbound('newest', 41), ...upTo(29).map((index) => inbound(`i${31 - index}`, 31 - index))],
        },
      });
  });

  it('lacks a contact without messages, and what a deleted one wrote and got', () => {
    const deleted = event('ContactDeleted', { contactId: 'c1', personId, everywhere: true }, in1(3));
    const erased = event('ContactErased', { personId }, in1(5));
    given()
      .when(event('ContactTagsChanged', { tags: ['new'] }, in1(0)))
      .thenNoRows();
    given(received('i1', 1), started('m1', 2)).when(deleted, sent('m1', 4), erased).thenNoRows();
    given(received('i1', 1), started('m1', 2), deleted)
      .when(received('i2', 4), erased)
      .then({ ...ids, activity: { deliveries: [], inboundMessages: [inbound('i2', 4)] } });
  });
});
