import { expect } from 'chai';
import type { BundleScope } from '../../../domain/audit/bundle-format.ts';
import { bytesOf, judge, madeBundle, madeLog, madeTree, newSigner, signedAt } from './made-bundles.ts';

const signer = newSigner();
const keys = [signer.publicKey];
const log = madeLog(20);
const everything: BundleScope = { kind: 'everything' };
const bundleOf = (scope: BundleScope, more = {}) =>
  madeBundle({ log, scope, checkpoints: [1, 7, 8, 20], signer, ...more });

describe('a bundle', () => {
  it('of everything is verified with the public key alone', () => {
    const verdict = judge(bytesOf(bundleOf(everything)), keys);
    expect(verdict).to.include({ events: 20, checkpoints: 4 });
    expect(verdict).to.have.nested.property('last.checkpoint.size', 20);
  });

  it('of a post or a workspace is verified with the public key alone', () => {
    expect(judge(bytesOf(bundleOf({ kind: 'post', id: '1' })), keys)).to.include({ events: 7, checkpoints: 1 });
    expect(judge(bytesOf(bundleOf({ kind: 'workspace', id: 'w0' })), keys)).to.include({ events: 10 });
    expect(judge(bytesOf(bundleOf({ kind: 'workspace', id: 'unknown' })), keys)).to.include({ events: 0 });
  });

  it('signed with a key that was not given is not believed', () => {
    expect(judge(bytesOf(bundleOf(everything)), [newSigner().publicKey])).to.deep.include({
      line: 3,
      reason: `signed with a key that was not given: ${signer.keyId}`,
    });
  });

  it('of one post cannot leave out an event in between, even by who can sign', () => {
    const lacking = log.filter(({ stream, revision }) => stream !== 'post-1' || revision !== 3);
    const verdict = judge(bytesOf(bundleOf({ kind: 'post', id: '1' }, { log: lacking, checkpoints: [19] })), keys);
    expect(verdict).to.deep.include({ line: 6, reason: 'the event of revision 3 is missing' });
  });

  it('names the event whose text is not the one that was in the log', () => {
    const lines = bundleOf(everything);
    lines[6] = lines[6]?.replace('quoted', 'Quoted') ?? '';
    expect(judge(bytesOf(lines), keys)).to.deep.equal({
      line: 7,
      index: 4,
      eventId: log[4]?.id,
      reason: 'the chain breaks here',
    });
  });
});

describe('a checkpoint an auditor kept', () => {
  const rewritten = log.map((event, at) => (at === 4 ? { ...event, type: 'PostDeleted' } : event));
  const held = (size: number) => signedAt([size], madeTree(log), signer);

  it('is met on the way through the whole log', () => {
    for (const size of [1, 5, 19, 20])
      expect(judge(bytesOf(bundleOf(everything)), keys, held(size))).to.have.property('last');
  });

  it('tells a history that was written anew with the right key', () => {
    const anew = bytesOf(bundleOf(everything, { log: rewritten }));
    expect(judge(anew, keys), 'by itself it is flawless').to.have.property('last');
    expect(judge(anew, keys, held(4)), 'before the change').to.have.property('last');
    expect(judge(anew, keys, held(6))).to.deep.include({
      index: 5,
      reason: 'the first 6 events are not those of the checkpoint that was held',
    });
  });

  it('tells a history that was cut off', () => {
    const shorter = bytesOf(bundleOf(everything, { checkpoints: [7, 12] }));
    expect(judge(shorter, keys, held(20)))
      .to.have.property('reason')
      .that.includes('had 20 events');
  });

  it('is compared with the bundle of a part by a proof of consistency', () => {
    const scope: BundleScope = { kind: 'post', id: '1' };
    expect(judge(bytesOf(bundleOf(scope, { since: 7 })), keys, held(7))).to.include({ events: 7 });
    expect(judge(bytesOf(bundleOf(scope)), keys, held(7)))
      .to.have.property('reason')
      .that.includes('--since');
    expect(judge(bytesOf(bundleOf(scope, { since: 7, log: rewritten })), keys, held(7))).to.deep.include({
      line: 3,
      reason: 'the log does not go on from the held checkpoint of 7 events',
    });
  });
});
