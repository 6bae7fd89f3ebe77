import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { ignoredFields, meantBy, silentlyStripped } from '../../../domain/kernel/ignored-fields.ts';

const named = (schema: z.ZodType, value: unknown): readonly string[] =>
  ignoredFields(schema, value).map(({ path, meant }) => `${path.join('.')}${meant === undefined ? '' : ` → ${meant}`}`);

describe('the fields of an input that nothing reads', () => {
  it('are those that the schema does not know, with the one that was meant', () => {
    const schema = z.object({ content: z.string(), scheduledFor: z.string().nullable().optional() });
    expect(named(schema, { content: 'a', scheduleFor: 'b', Content: 'c', color: 1 })).to.deep.equal([
      'scheduleFor → scheduledFor',
      'Content → content',
      'color',
    ]);
    expect(named(schema, { content: 'a', scheduledFor: null })).to.deep.equal([]);
  });

  it('are found in lists, records, options and what is lazy, by their path', () => {
    const Item: z.ZodType = z.object({ sequence: z.int(), content: z.string().default('') }).transform((item) => item);
    const schema = z.object({
      items: z.array(Item).nullable().optional(),
      by: z.record(z.string(), z.object({ text: z.string() })).prefault({}),
      pair: z.tuple([z.string(), z.object({ width: z.int() })]).optional(),
      later: z
        .lazy(() => z.object({ height: z.int() }))
        .readonly()
        .optional(),
    });
    const value = {
      items: [{ sequence: 1 }, { sequence: 2, contents: 'x' }],
      by: { TWITTER: { text: 'a', texts: 1 } },
      pair: ['a', { width: 1, color: 2 }],
      later: { height: 1, color: 2 },
    };
    expect(named(schema, value)).to.deep.equal([
      'items.1.contents → content',
      'by.TWITTER.texts → text',
      'pair.1.color',
      'later.color',
    ]);
  });

  it('are judged by the form that a value has', () => {
    const schema = z.union([
      z.object({ kind: z.literal('a'), one: z.int() }),
      z.object({ kind: z.literal('b'), two: z.int() }),
      z.string(),
    ]);
    expect(named(schema, { kind: 'b', two: 1, one: 2 })).to.deep.equal(['one']);
    expect(named(schema, 'text')).to.deep.equal([]);
    expect(named(z.object({ a: z.int() }).and(z.object({ b: z.int() })), { a: 1, b: 2, color: 3 })).to.deep.equal([
      'color',
    ]);
  });

  it('are none where every field is taken, or refused by name', () => {
    expect(named(z.looseObject({ a: z.int() }), { b: 1 })).to.deep.equal([]);
    expect(named(z.strictObject({ a: z.int() }), { b: 1 })).to.deep.equal([]);
    expect(named(z.unknown(), { b: 1 })).to.deep.equal([]);
    const settings = z.object({ a: z.int() }).meta({ ...silentlyStripped });
    expect(named(z.object({ settings: settings.default({ a: 1 }) }), { settings: { b: 1 } })).to.deep.equal([]);
    expect(
      named(
        z.preprocess((value) => value, z.object({ a: z.int() })),
        { a: 1 },
      ),
    ).to.deep.equal([]);
  });

  it('are twenty at most', () => {
    const value = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field${index}`, index]));
    expect(named(z.object({}), value)).to.have.length(20);
    expect(
      named(
        z.array(z.object({})),
        Array.from({ length: 1000 }, () => value),
      ),
    ).to.have.length(20);
  });

  it('are looked for until twenty are found: the names of a large body are not all compared', () => {
    let looked = 0;
    const Counted = z.lazy(() => {
      looked++;
      return z.object({});
    });
    const value = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field${index}`, index]));
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, value]));
    expect(named(z.record(z.string(), Counted), many)).to.have.length(20);
    expect(looked).to.equal(1);
  });

  it('are exactly what parsing drops', () => {
    const schema = z.object({
      a: z.int().optional(),
      list: z.array(z.object({ b: z.string().optional() })).optional(),
    });
    const name = fc.constantFrom('a', 'b', 'list', 'c', 'toString', 'constructor');
    const inner = fc.dictionary(
      name.filter((each) => each !== 'b'),
      fc.integer(),
    );
    const value = fc.record({
      list: fc.array(inner),
      rest: fc.dictionary(
        name.filter((each) => each !== 'list' && each !== 'a'),
        fc.integer(),
      ),
    });
    fc.assert(
      fc.property(value, ({ list, rest }) => {
        const sent = { ...rest, list };
        const kept = schema.parse(sent);
        const dropped = Object.keys(sent).filter((each) => !Object.hasOwn(kept, each)).length;
        const inList = list.reduce(
          (sum, each, index) => sum + Object.keys(each).length - Object.keys(kept.list?.[index] ?? {}).length,
          0,
        );
        expect(ignoredFields(schema, sent).length).to.equal(Math.min(20, dropped + inList));
      }),
    );
  });

  it('mean a known name in other casing, or one that is nearly the same', () => {
    const known = ['replySettings', 'quoteTweetId', 'altText'];
    const meant = ['reply_settings', 'REPLYSETTINGS', 'replySetings', 'alt', 'alttxt', 'poll'].map((name) =>
      meantBy(name, known),
    );
    expect(meant).to.deep.equal(['replySettings', 'replySettings', 'replySettings', undefined, 'altText', undefined]);
  });
});
