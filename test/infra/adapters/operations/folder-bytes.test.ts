import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { folderBytes } from '../../../../infra/adapters/operations/installation.ts';

describe('the size of a folder', () => {
  it('is that of the files at every depth', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'folder-bytes-'));
    try {
      expect(await folderBytes(folder)).to.equal(0);
      await mkdir(path.join(folder, 'log', 'old'), { recursive: true });
      await writeFile(path.join(folder, 'log', 'one'), 'x'.repeat(10));
      await writeFile(path.join(folder, 'log', 'old', 'two'), 'x'.repeat(5));
      expect(await folderBytes(folder)).to.equal(15);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
