import { expect } from 'chai';
import { z } from 'zod';
import { parseExpecting } from '../../../domain/kernel/expected.ts';

/** What the first issue of a value says. */
const saidOf = (schema: z.ZodType, value: unknown): string | undefined =>
  parseExpecting(schema, value).error?.issues[0]?.message;
const fieldOf = (schema: z.ZodType, value?: unknown): string | undefined =>
  saidOf(z.object({ field: schema }), { field: value });

describe('what was expected of a value', () => {
  it('is its kind, in the words of the API, and what was given instead', () => {
    expect(saidOf(z.string(), 1)).to.equal('must be a string, not a number');
    expect(saidOf(z.number(), 'text')).to.equal('must be a number, not a string');
    expect(saidOf(z.boolean(), null)).to.equal('must be true or false, not null');
    expect(saidOf(z.array(z.string()), {})).to.equal('must be a list, not an object');
    expect(saidOf(z.object({}), [])).to.equal('must be an object, not a list');
    expect(saidOf(z.record(z.string(), z.string()), true)).to.equal('must be an object, not true or false');
    expect(saidOf(z.null(), 'text')).to.equal('must be null, not a string');
    expect(saidOf(z.string(), NaN)).to.equal('must be a string, not no finite number');
    expect(saidOf(z.string(), Infinity)).to.equal('must be a string, not no finite number');
  });

  it('is a whole number, which a fraction is not', () => {
    expect(saidOf(z.int(), 1.5)).to.equal('must be a whole number');
    expect(saidOf(z.int(), 'text')).to.match(/^must be a (whole )?number, not a string$/);
  });

  it('is a field that is absent', () => {
    expect(fieldOf(z.string())).to.equal('is required: a string');
    expect(fieldOf(z.enum(['a', 'b']))).to.equal('is required: a, b');
  });

  it('is one of its values', () => {
    expect(saidOf(z.enum(['a', 'b']), 'c')).to.equal('must be one of a, b');
    expect(saidOf(z.literal('a'), 'c')).to.equal('must be a');
  });

  it('is the length of a text', () => {
    expect(saidOf(z.string().min(1), '')).to.equal('must not be empty');
    expect(saidOf(z.string().min(2), 'a')).to.equal('must be at least 2 characters long');
    expect(saidOf(z.string().max(1), 'ab')).to.equal('must be at most 1 character long');
    expect(saidOf(z.string().max(2), 'abc')).to.equal('must be at most 2 characters long');
    expect(saidOf(z.string().length(3), 'ab')).to.equal('must be exactly 3 characters long');
  });

  it('is the number of entries', () => {
    expect(saidOf(z.array(z.string()).min(1), [])).to.equal('must have at least 1 entry');
    expect(saidOf(z.array(z.string()).max(2), ['a', 'b', 'c'])).to.equal('must have at most 2 entries');
    expect(saidOf(z.set(z.string()).max(1), new Set(['a', 'b']))).to.equal('must have at most 1 entry');
  });

  it('is the bound of a number, with or without itself', () => {
    expect(saidOf(z.number().min(2), 1)).to.equal('must be at least 2');
    expect(saidOf(z.number().max(2), 3)).to.equal('must be at most 2');
    expect(saidOf(z.number().gt(2), 2)).to.equal('must be more than 2');
    expect(saidOf(z.number().lt(2), 2)).to.equal('must be less than 2');
    expect(saidOf(z.number().multipleOf(5), 7)).to.equal('must be a multiple of 5');
  });

  it('is the form of a text', () => {
    expect(saidOf(z.email(), 'x')).to.equal('must be an e-mail address');
    expect(saidOf(z.iso.datetime(), 'x')).to.match(/ISO 8601 instant/);
    expect(saidOf(z.string().regex(/^a/), 'x')).to.equal('has another form than expected');
  });

  it('is any of several kinds: each is named once, with the field inside it', () => {
    expect(saidOf(z.union([z.string(), z.int()]), true)).to.equal(
      'must be a string, not true or false, or must be a number, not true or false',
    );
    expect(saidOf(z.union([z.object({ id: z.string() }), z.null()]), { id: 1 })).to.equal(
      'id must be a string, not a number, or must be null, not an object',
    );
    expect(saidOf(z.union([z.string().min(5), z.string().min(5)]), 'a')).to.equal('must be at least 5 characters long');
  });

  it('is no field that the schema does not know', () => {
    expect(saidOf(z.strictObject({}), { colour: 1, size: 2 })).to.equal('has unknown fields: colour, size');
    expect(saidOf(z.strictObject({}), { ['x'.repeat(200)]: 1 })).to.equal(`has unknown fields: ${'x'.repeat(100)}`);
  });

  it('is what the schema says where its rule is its own', () => {
    expect(
      saidOf(
        z.string().refine(() => false, 'must be a time zone'),
        'x',
      ),
    ).to.equal('must be a time zone');
  });
});
