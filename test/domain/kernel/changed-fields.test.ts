import { expect } from 'chai';
import fc from 'fast-check';
import { changedFields, isSameValue } from '../../../domain/kernel/changed-fields.ts';

const stored: { name: string; tags: readonly string[]; rules: { a?: number; b?: number }; note: string | null } = {
  name: 'Ada',
  tags: ['a', 'b'],
  rules: { a: 1, b: 2 },
  note: null,
};

describe('the fields that a change changes', () => {
  it('are those that differ', () => {
    expect(changedFields(stored, { name: 'Bo', note: null, tags: ['a'] })).to.deep.equal({ name: 'Bo', tags: ['a'] });
  });
  it('are none where all is as it was, or nothing is given', () => {
    expect(changedFields(stored, { ...stored })).to.equal(undefined);
    expect(changedFields(stored, { name: undefined } as object)).to.equal(undefined);
  });
  it('are compared whatever the order of the fields in them, and in the order of a list', () => {
    expect(changedFields(stored, { rules: { b: 2, a: 1 } })).to.equal(undefined);
    expect(changedFields(stored, { tags: ['b', 'a'] })).to.deep.equal({ tags: ['b', 'a'] });
  });
  it('end with null what had a value, and begin with one what was null', () => {
    expect(changedFields<typeof stored>({ ...stored, note: 'x' }, { note: null })).to.deep.equal({ note: null });
    expect(changedFields(stored, { note: 'x' })).to.deep.equal({ note: 'x' });
  });
  it('change nothing a second time', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (state, change) => {
          const after = { ...state, ...changedFields(state, change) };
          expect(changedFields(after, change)).to.equal(undefined);
          for (const [name, value] of Object.entries(change)) expect(isSameValue(after[name], value)).to.equal(true);
        },
      ),
    );
  });
});
