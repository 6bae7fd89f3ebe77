import { expect } from 'chai';
import path from 'node:path';
import { runExample } from '../../../support/run-example.ts';

describe('the example of the AI sandbox', () => {
  it('answers a call, and fails the next one as chosen', async () => {
    expect(await runExample(path.join(import.meta.dirname, 'example.ts'))).to.deep.equal(['200', '500']);
  });
});
