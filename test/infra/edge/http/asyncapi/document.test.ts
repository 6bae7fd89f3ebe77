import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import eventCatalogue from '../../../../../docs/events.json' with { type: 'json' };
import { catalogue } from '../../../../../domain/events.ts';
import type { EventCatalogue } from '../../../../../read-api/events/event-catalogue.ts';
import { asyncApiDocument } from '../../../../../infra/edge/http/asyncapi/document.ts';
import { tailEntry } from '../../../../../infra/log/tail/tail-entry.ts';
import { stored } from '../../../../domain/webhooks/history.ts';
import { complaintsBy } from '../../../../support/complaints.ts';

const events = (eventCatalogue as EventCatalogue).events;
const document = JSON.parse(
  JSON.stringify(asyncApiDocument({ events }, { version: '1.2.3', publicUrl: 'https://social.example.com' })),
) as {
  channels: { events: { messages: Record<string, { $ref: string }> } };
  components: { messages: Record<string, { payload: object }>; schemas: object };
};

describe('the AsyncAPI document', () => {
  it('is one, as the published schema of AsyncAPI 3 says', function () {
    this.timeout(60_000);
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    const { ...schema } = (specs as unknown as { schemasWithoutId: Record<string, object> }).schemasWithoutId['3.0.0'];
    expect(ajv.validate(schema, document), ajv.errorsText(ajv.errors?.slice(0, 5))).to.equal(true);
    expect(ajv.validate(schema, { ...document, asyncapi: '2.0.0' })).to.equal(false);
  });

  it('has every event of the catalogue as a message, and leads nowhere in vain', () => {
    const types = events.map(({ type }) => type);
    expect(Object.keys(document.channels.events.messages)).to.deep.equal(types);
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
    const found = (ref: string): unknown =>
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], document);
    expect(refs.filter((ref) => found(ref) === undefined)).to.deep.equal([]);
    expect(JSON.stringify(document)).not.to.contain(String(Number.MAX_SAFE_INTEGER));
  });

  it('describes what a listener gets of each event', () => {
    const complaintsOf = complaintsBy(document);
    const complaints = events.flatMap(({ type, emittedBy, versions }) => {
      const { version = 1, example } = versions.at(-1) ?? {};
      const [event] = stored(`${emittedBy[0]}-c0000000000000000000000a1`, [{ type, version, data: example } as never]);
      if (!event) throw new Error('a story has events');
      const frame = tailEntry(event, catalogue).frame.toString();
      const sent = JSON.parse(/^data: (.*)$/m.exec(frame)?.[1] ?? '') as object;
      const payload = document.components.messages[type]?.payload ?? {};
      const says = complaintsOf(payload, sent);
      return says ? [`${type}: ${says}`] : [];
    });
    expect(complaints).to.deep.equal([]);
  });
});
