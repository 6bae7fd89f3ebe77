import { expect } from 'chai';
import { z } from 'zod';
import { incompatibleChanges } from '../../../read-api/events/compatibility.ts';
import { eventCatalogue, released, type EventCatalogue } from '../../../read-api/events/event-catalogue.ts';
import { defineEvent, type EventDefinition, type PersonalFields } from '../../../domain/kernel/event.ts';

const nothing: EventCatalogue = { events: [] };

const catalogueOf = (
  definitions: readonly unknown[],
  before: EventCatalogue = nothing,
  category = 'order',
): EventCatalogue =>
  eventCatalogue({
    definitions: definitions as readonly EventDefinition[],
    emittersOf: new Map((definitions as readonly EventDefinition[]).map(({ type }) => [type, [category]])),
    exampleOf: (type, version) => ({ of: `${type} ${version}` }),
    released: before,
  });

const placed = (schema: z.ZodType, personal?: PersonalFields) =>
  defineEvent('OrderPlaced', schema, { description: 'An order was placed.', ...(personal && { personal }) });

const address = z.object({ street: z.string(), town: z.string().optional() });
const before = z.object({
  orderId: z.string(),
  note: z.string().optional(),
  kind: z.enum(['small', 'large']),
  at: z.iso.datetime(),
  address,
  lines: z.array(z.object({ count: z.int() })),
  by: z.discriminatedUnion('as', [
    z.object({ as: z.literal('guest'), name: z.string() }),
    z.object({ as: z.literal('member'), memberId: z.string() }),
  ]),
  labels: z.record(z.string(), z.string()),
});
const publishedAs = released(catalogueOf([placed(before)]), '1.0.0');

/** What is said when version 1 becomes this. */
const saidOf = (schema: z.ZodType): string[] =>
  incompatibleChanges(publishedAs, catalogueOf([placed(schema)], publishedAs)).map((sentence) =>
    sentence.replace(/^OrderPlaced version 1: (.*)\. Declare a new version instead\.$/, '$1'),
  );

describe('a catalogue that follows a released one', () => {
  it('may stay the same, and grow by what readers need not know', () => {
    expect(saidOf(before)).to.deep.equal([]);
    const grown = before.extend({
      extra: z.string().optional(),
      kind: z.enum(['small', 'large', 'huge']),
      by: z.discriminatedUnion('as', [
        ...before.shape.by.options,
        z.object({ as: z.literal('bot'), version: z.int() }),
      ]),
    });
    expect(saidOf(grown)).to.deep.equal([]);
    const another = defineEvent('OrderSent', z.object({}), { description: 'Sent.' });
    expect(incompatibleChanges(publishedAs, catalogueOf([placed(before), another], publishedAs))).to.deep.equal([]);
  });

  const breaking: readonly [says: string, schema: z.ZodType, expected: string][] = [
    ['a removed field', before.omit({ note: true }), 'the field note was removed'],
    ['a new required field', before.extend({ extra: z.string() }), 'the field extra is newly required'],
    ['an optional field that is required', before.extend({ note: z.string() }), 'the field note is newly required'],
    [
      'a required field that may be absent',
      before.extend({ orderId: z.string().optional() }),
      'the field orderId may be absent now',
    ],
    ['another type', before.extend({ orderId: z.int() }), 'the field orderId changed its type from string to integer'],
    [
      'a field that may be null',
      before.extend({ orderId: z.string().nullable() }),
      'the field orderId may be null now',
    ],
    ['a lost value', before.extend({ kind: z.enum(['small']) }), 'the field kind lost the value large'],
    [
      'a list of values where any text was',
      before.extend({ orderId: z.enum(['a']) }),
      'the field orderId now accepts listed values only',
    ],
    ['another format', before.extend({ at: z.string() }), 'the field at changed its format from date-time to none'],
    [
      'a change deep inside',
      before.extend({ address: address.extend({ town: z.string() }) }),
      'the field address.town is newly required',
    ],
    [
      'a change in a list',
      before.extend({ lines: z.array(z.object({ count: z.string() })) }),
      'the field lines[].count changed its type from integer to string',
    ],
    [
      'a change in a record',
      before.extend({ labels: z.record(z.string(), z.boolean()) }),
      'the field labels.* changed its type from string to boolean',
    ],
    [
      'a lost alternative',
      before.extend({ by: z.object({ as: z.literal('guest'), name: z.string() }) }),
      'the field by lost 1 of its 2 alternatives',
    ],
  ];
  for (const [says, schema, expected] of breaking)
    it(`breaks by ${says}`, () => {
      expect(saidOf(schema)).to.deep.equal([expected]);
    });

  it('breaks by an event or a version that is gone', () => {
    expect(incompatibleChanges(publishedAs, catalogueOf([]))).to.deep.equal([
      'OrderPlaced was removed: its stored events could no longer be read.',
    ]);
    const second = defineEvent('OrderPlaced', z.object({ id: z.string() }), {
      description: 'An order was placed.',
      upcasts: [({ orderId }: { orderId: string }) => ({ id: orderId })],
    });
    const later = released(catalogueOf([second], publishedAs), '2.0.0');
    expect(incompatibleChanges(later, catalogueOf([placed(before)], later))).to.include(
      'OrderPlaced version 2 was removed: its stored events could no longer be read.',
    );
  });

  it('lets a new version have any shape, and keeps the schema and the release of the one before', () => {
    const second = defineEvent('OrderPlaced', z.object({ id: z.string() }), {
      description: 'An order was placed.',
      upcasts: [({ orderId }: { orderId: string }) => ({ id: orderId })],
    });
    const current = catalogueOf([second], publishedAs);
    expect(incompatibleChanges(publishedAs, current)).to.deep.equal([]);
    const [event] = current.events;
    expect(event?.versions.map(({ version, since }) => [version, since])).to.deep.equal([
      [1, '1.0.0'],
      [2, null],
    ]);
    expect(event?.versions[0]?.schema).to.deep.equal(publishedAs.events[0]?.versions[0]?.schema);
    expect(released(current, '2.0.0').events[0]?.versions.map(({ since }) => since)).to.deep.equal(['1.0.0', '2.0.0']);
  });

  it('breaks where personal data would be carried in the open, and where events move to other streams', () => {
    const personal = { subject: 'orderId', fields: ['note'] };
    const kept = released(catalogueOf([placed(before, personal)]), '1.0.0');
    expect(incompatibleChanges(kept, catalogueOf([placed(before)], kept))).to.deep.equal([
      'OrderPlaced: note was personal data and no longer is. Exports would contain it.',
    ]);
    expect(incompatibleChanges(publishedAs, catalogueOf([placed(before)], publishedAs, 'basket'))).to.deep.equal([
      'OrderPlaced is no longer in streams of order.',
    ]);
  });

  it('compares schemas that refer to themselves', () => {
    type Tree = { name: string; below: Tree[] };
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), below: z.array(tree) }));
    const kept = released(catalogueOf([placed(tree)]), '1.0.0');
    expect(incompatibleChanges(kept, catalogueOf([placed(tree)], kept))).to.deep.equal([]);
  });
});
