import { expect } from 'chai';
import { ContactSuppressed, ContactUnsuppressed } from '../../../../domain/contacts/contact-events.ts';
import type { NewEvent } from '../../../../domain/kernel/event.ts';
import { testEnvelopeOf } from '../../../../domain/webhooks/envelope.ts';
import { DeliveredType } from '../../../../domain/webhooks/event-types.ts';
import { bodyOf, publishedAs } from '../../../../domain/webhooks/outbound-events.ts';
import { deliveryHeaders } from '../../../../infra/adapters/webhooks/signature.ts';
import { minute, stored } from '../../../domain/webhooks/history.ts';
import { complaintsBy } from '../../../support/complaints.ts';
import { wholeDocument } from './whole-document.ts';

type Sent = {
  operationId: string;
  summary: string;
  parameters: { name: string; required: boolean }[];
  requestBody: { content: { 'application/json': { schema: object } } };
};
const document = JSON.parse(JSON.stringify(wholeDocument())) as {
  webhooks: Record<string, { post: Sent }>;
  components: object;
};
const { webhooks } = document;
const complaints = complaintsBy(document);

const complaintsOf = (type: string, body: object): string => {
  const schema = webhooks[type]?.post.requestBody.content['application/json'].schema;
  return schema ? complaints(schema, body) : `${type} is not in the document`;
};

describe('the webhooks of the OpenAPI document', () => {
  it('are all that are sent, each with its words and its own operation', () => {
    expect(Object.keys(webhooks)).to.deep.equal(DeliveredType.options);
    const operations = Object.values(webhooks).map(({ post }) => post);
    expect(operations.filter(({ summary }) => !summary)).to.deep.equal([]);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).to.equal(operations.length);
  });

  it('have the bodies that are sent', () => {
    const events: readonly NewEvent[] = [ContactSuppressed({ reason: 'MANUAL' }), ContactUnsuppressed({})];
    for (const event of events) {
      const history = stored('contact-p1', [event]);
      const [first] = history;
      if (!first) throw new Error('a story has events');
      for (const type of publishedAs(first)) {
        const body = { eventId: 'e1', ...bodyOf(type, first, history) };
        expect(complaintsOf(type, body), type).to.equal('');
        expect(complaintsOf(type, { ...body, event: 'post.deleted' }), type).to.contain('event');
        expect(complaintsOf(type, { ...body, eventId: undefined }), type).to.contain('eventId');
      }
    }
    expect(complaintsOf('test.webhook', testEnvelopeOf('t1', minute(0), 'Hello'))).to.equal('');
  });

  it('have the headers that are sent', () => {
    const named = webhooks['post.created']?.post.parameters.map(({ name }) => name) ?? [];
    const delivery = { deliveryId: 'd1', event: 'post.created', body: '{}', secrets: ['s'] };
    const signed = deliveryHeaders({ ...delivery, sentAt: new Date(minute(0)) });
    const sent = Object.keys(signed).filter((name) => name.startsWith('X-'));
    expect(named).to.include.members(sent);
  });
});
