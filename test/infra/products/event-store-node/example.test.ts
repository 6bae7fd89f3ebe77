import { expect } from 'chai';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { runExample } from '../../../support/run-example.ts';
import { temporaryFolder } from './server.ts';

describe('the example of the event store node', () => {
  it('appends an event and reads it', async () => {
    const folder = await temporaryFolder();
    const lines = await runExample(path.join(import.meta.dirname, 'example.ts'), folder);
    rmSync(folder, { recursive: true });
    expect(lines).to.deep.equal(['OrderPlaced']);
  });
});
