import { expect } from 'chai';
import path from 'node:path';
import { runExample } from '../../../support/run-example.ts';

describe('the example of child processes', () => {
  it('starts a program, waits for its line and stops it', async () => {
    expect(await runExample(path.join(import.meta.dirname, 'example.ts'))).to.deep.equal(['once']);
  });
});
