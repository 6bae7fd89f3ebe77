import { expect } from 'chai';
import { z } from 'zod';
import { Instant } from '../../../../read-api/contract/fields.ts';
import { Refused } from '../../../../domain/kernel/refused.ts';
import { validate } from '../../../../infra/edge/http/validate.ts';
import { statusOf } from '../../../../read-api/contract/refusal-status.ts';

describe('what clients send', () => {
  const outcome = (value: unknown): unknown => {
    try {
      return validate(z.unknown(), value, { code: 'VALIDATION_ERROR', whole: 'body' });
    } catch (error) {
      if (error instanceof Refused) return [statusOf(error), error.code, error.details?.['field']];
      throw error;
    }
  };
  const refused = (field = 'body') => [400, 'VALIDATION_ERROR', field];

  it('is refused where it has texts nothing can store, as values or as names, however deep', () => {
    for (const text of ['\u0000', 'a\u0000b', '\ud800', 'a\udc00']) {
      expect(outcome(text)).to.deep.equal(refused());
      expect(outcome([text])).to.deep.equal(refused('0'));
      expect(outcome({ a: { b: [text] } })).to.deep.equal(refused('a.b.0'));
      // A name that is no text is not repeated.
      expect(outcome({ [text]: 1 })).to.deep.equal(refused());
      expect(outcome({ a: [{ [text]: 1 }] })).to.deep.equal(refused('a.0'));
    }
    const fine = { text: 'tab\t, line\n, 👩‍👩‍👧‍👦, \u202e', number: 0, nothing: null };
    expect(outcome(fine)).to.equal(fine);
  });

  it('is refused where it is nested without end', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(outcome(nested(100))).to.be.an('array');
    for (const levels of [101, 400_000]) expect(outcome(nested(levels))).to.deep.equal(refused());
  });
});

describe('an instant in a request', () => {
  it('is kept in UTC, and lies where four digits can tell its year', () => {
    expect(Instant.parse('2026-11-20T12:00:00+01:00')).to.equal('2026-11-20T11:00:00.000Z');
    for (const text of [
      '9999-12-31T23:59:59.999-12:00',
      '0000-06-01T00:00:00Z',
      '0000-01-01T00:00:00+14:00',
      '2026-11-20',
    ]) {
      expect(Instant.safeParse(text).success, text).to.equal(false);
    }
  });
});
