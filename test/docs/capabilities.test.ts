import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { formatted } from '../../infra/cli/formatted.ts';
import { capabilitiesPage, capabilitiesText } from './capabilities-page.ts';
import { root } from './pages.ts';

describe('the page of capabilities', () => {
  it('is the one that `npm run docs` writes', async () => {
    const file = path.join(root, capabilitiesPage);
    const current = await formatted(capabilitiesText(), file);
    expect(readFileSync(file, 'utf8')).to.equal(current);
  });
});
