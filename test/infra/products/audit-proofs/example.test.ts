import { expect } from 'chai';
import path from 'node:path';
import { runExample } from '../../../support/run-example.ts';

describe('the example of the audit proofs', () => {
  it('proves the place of an event, and refuses another event there', async () => {
    expect(await runExample(path.join(import.meta.dirname, 'example.ts'))).to.deep.equal(['true', 'false']);
  });
});
