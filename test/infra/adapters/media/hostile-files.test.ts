import { expect } from 'chai';
import { streamOf } from '../../../../infra/adapters/media/collect.ts';
import { inspectFile } from '../../../../infra/adapters/media/inspect-file.ts';
import { openFileReader } from '../../../../infra/adapters/media/reader/file-reader.ts';
import { readerLimits } from '../../../../infra/adapters/media/reader/reader-child.ts';
import { Rejected } from '../../../../infra/adapters/media/rejected.ts';
import type { Readable } from '../../../../infra/adapters/media/sniff.ts';
import { dice, endlessRun, forgedTable, goodFiles, type HostileFile, mutated } from './hostile-files.ts';
import { aviHead } from './sample-videos.ts';

const never = new AbortController().signal;

const opened =
  (bytes: Buffer): Readable =>
  (range) =>
    Promise.resolve(streamOf(bytes.subarray(range?.start ?? 0, range?.end ?? bytes.length)));

const mutations = Number(process.env['MEDIA_MUTATIONS'] ?? 300);
const seed = Number(process.env['MEDIA_SEED'] ?? 1);

describe('hostile media files', () => {
  const reader = openFileReader({ ...readerLimits, heapMegabytes: 96, workMs: 3000 });
  after(() => reader.close());

  const inspect = ({ contentType, bytes }: HostileFile, by = reader, workspaceId = 'c1') =>
    by.inspect({ contentType, sizeBytes: bytes.length, workspaceId }, opened(bytes), never).then(
      () => 'read',
      (fault: unknown) => {
        if (fault instanceof Rejected) return fault.message;
        throw fault;
      },
    );

  const forgeries: [string, HostileFile][] = [
    ['stts', forgedTable('stts', 4, 0x7fffffff)],
    ['stts', forgedTable('stts', 8, 0x7fffffff)],
    ['ctts', forgedTable('ctts', 4, 0x7fffffff)],
    ['ctts', forgedTable('ctts', 8, 0x7fffffff)],
    ['stsc', forgedTable('stsc', 4, 0x7fffffff)],
    ['stsc', forgedTable('stsc', 12, 0x7fffffff)],
    ['stsz', forgedTable('stsz', 8, 0x7fffffff)],
    ['stco', forgedTable('stco', 4, 0x7fffffff)],
    ['stss', forgedTable('stss', 4, 0x7fffffff)],
    ['elst', forgedTable('elst', 4, 0x7fffffff)],
  ];
  for (const [index, [table, { contentType, bytes }]] of forgeries.entries())
    it(`refuses forged counts of ${table} before a parser sees them (${index + 1})`, async () => {
      const fault = await inspectFile({ contentType, sizeBytes: bytes.length }, opened(bytes)).catch((error) => error);
      expect(fault).to.be.instanceOf(Rejected);
      expect((fault as Rejected).message).to.include(`its table ${table} counts more than the file holds`);
    });

  it('refuses a duration that no film has', async () => {
    const bytes = aviHead({ width: 64, height: 48, frames: 0xffffffff });
    expect(await inspect({ contentType: 'video/x-msvideo', bytes })).to.equal('The file has no possible duration');
  });

  it('rejects a file that ends its reader, and reads the next', async function () {
    this.timeout(60_000);
    const film = endlessRun(0x7fffffff);
    expect(await inspect(film)).to.match(/ends its reader|takes too long/);
    const [good] = await goodFiles();
    if (!good) throw new Error('there is no good file');
    expect(await inspect(good)).to.equal('read');
  });

  it('rejects a file that takes its reader too long, and lets the process go on meanwhile', async function () {
    this.timeout(60_000);
    const hasty = openFileReader({ ...readerLimits, workMs: 1 });
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 5);
    try {
      const { contentType, bytes } = endlessRun(0x7fffffff);
      const fault = await hasty
        .inspect({ contentType, sizeBytes: bytes.length, workspaceId: 'c1' }, opened(bytes), never)
        .catch((error: unknown) => error);
      expect(fault).to.be.instanceOf(Rejected).with.property('message', 'The file takes too long to read');
      expect(turns).to.be.above(0);
    } finally {
      clearInterval(ticking);
      hasty.close();
    }
  });

  it('reads the file of a workspace while the slow files of another wait for readers', async function () {
    this.timeout(60_000);
    const giveUp = new AbortController();
    const [good] = await goodFiles();
    if (!good) throw new Error('there is no good file');
    const { contentType, bytes } = good;
    const slow = [1, 2, 3].map(() =>
      reader
        .inspect({ contentType, sizeBytes: bytes.length, workspaceId: 'c1' }, () => new Promise(() => 0), giveUp.signal)
        .catch((error: Error) => error.message),
    );
    expect(await inspect(good, reader, 'c2')).to.equal('read');
    giveUp.abort(new Error('given up'));
    expect(await Promise.all(slow)).to.deep.equal(['given up', 'given up', 'given up']);
  });

  it('ends a reader whose job is given up', async () => {
    const giveUp = new AbortController();
    const { contentType, bytes } = endlessRun(0x7fffffff);
    const asked: Readable = async (range) => {
      giveUp.abort(new Error('given up'));
      return opened(bytes)(range);
    };
    const fault = await reader
      .inspect({ contentType, sizeBytes: bytes.length, workspaceId: 'c1' }, asked, giveUp.signal)
      .catch((error: unknown) => error);
    expect(fault).to.have.property('message', 'given up');
  });

  it(`answers ${mutations} files of every format with forged counts, depths and sizes`, async function () {
    this.timeout(600_000);
    const hasty = openFileReader({ ...readerLimits, heapMegabytes: 96, workMs: 1000 });
    const good = await goodFiles();
    for (const file of good) expect(await inspect(file), file.contentType).to.match(/^read$|^The video cannot be read/);
    const answers = new Map<string, number>();
    const work = async (share: number): Promise<void> => {
      for (let done = share; done < mutations; done += 2) {
        const roll = dice(seed * 1_000_003 + done);
        const picked = good[roll(good.length)];
        // The library never comes back from a part of a WebM it cannot place: few, for time's sake.
        const file = picked?.contentType === 'video/webm' && roll(8) > 0 ? good[0] : picked;
        if (!file) continue;
        const answer = await inspect(mutated(file, roll), hasty, `c${share}`);
        const kind = answer === 'read' ? 'read' : /ends its reader|too long/.test(answer) ? 'ended' : 'rejected';
        answers.set(kind, (answers.get(kind) ?? 0) + 1);
      }
    };
    await Promise.all([work(0), work(1)]);
    hasty.close();
    expect([...answers.values()].reduce((sum, count) => sum + count, 0)).to.equal(mutations);
    expect(answers.get('read')).to.be.above(0);
    expect(answers.get('rejected')).to.be.above(0);
    if (process.env['MEDIA_MUTATIONS']) console.log(Object.fromEntries(answers));
  });
});
