import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { errorOf, faultCodeOf } from '../../../domain/kernel/error-of.ts';

describe('a caught value', () => {
  it('stays the error that it is', () => {
    const fault = new TypeError('no');
    expect(errorOf(fault)).to.equal(fault);
  });

  it('becomes an error that says it', () => {
    expect(errorOf('stopped')).to.be.an('error').with.property('message', 'stopped');
  });

  it('has the code of the system, or none', async () => {
    const fault = await readFile('/nowhere/at/all').catch((error: unknown) => error);
    expect(faultCodeOf(fault)).to.equal('ENOENT');
    expect(faultCodeOf(new Error('no'))).to.equal(undefined);
    expect(faultCodeOf(Object.assign(new Error('no'), { code: 7 }))).to.equal(undefined);
    expect(faultCodeOf({ code: 'ENOENT' }), 'no error').to.equal(undefined);
  });
});
