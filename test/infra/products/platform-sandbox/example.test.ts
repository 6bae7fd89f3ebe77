import { expect } from 'chai';
import path from 'node:path';
import { runExample } from '../../../support/run-example.ts';

describe('the example of the platform sandbox', () => {
  it('publishes a post on a simulated platform', async () => {
    expect(await runExample(path.join(import.meta.dirname, 'example.ts'))).to.deep.equal(['201', 'Hello']);
  });
});
