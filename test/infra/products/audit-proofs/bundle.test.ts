import { expect } from 'chai';
import type { BundleScope } from '../../../../infra/products/audit-proofs/bundle-format.ts';
import { BundleWriter } from '../../../../infra/products/audit-proofs/bundle-writer.ts';
import { toHex } from '../../../../infra/products/audit-proofs/hex.ts';
import { logMoveBytes, type LogMove, type SignedLogMove } from '../../../../infra/products/audit-proofs/log-move.ts';
import { successionBytes, type SignedSuccession } from '../../../../infra/products/audit-proofs/succession.ts';
import { NewerForm } from '../../../../infra/products/audit-proofs/verdict.ts';
import { auditHashing } from '../../../../infra/log/audit/hashing.ts';
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

describe('a bundle of a form that is not known yet', () => {
  /** As a later release would begin it: with members that this version does not know. */
  const later = (format: string): Buffer => {
    const header = { exportedAt: '2030-01-01T00:00:00.000Z', format, shape: { of: 'things to come' } };
    return bytesOf([new BundleWriter(auditHashing).header(header as never), 'whatever follows']);
  };

  it('is said to be newer than its verifier, not to have been tampered with', () => {
    for (const format of ['audit-bundle/4', 'audit-bundle/12'])
      expect(() => judge(later(format), keys))
        .to.throw(NewerForm)
        .with.property('format', format);
    expect(judge(later('audit-bundle/2'), keys)).to.deep.include({ line: 1 });
    expect(judge(later('something/3'), keys)).to.deep.include({ line: 1 });
  });

  it('is not what somebody makes of a known one by writing a later number into it', () => {
    const lines = bundleOf(everything);
    lines[0] = lines[0]?.replace('audit-bundle/1', 'audit-bundle/4') ?? '';
    expect(judge(bytesOf(lines), keys)).to.deep.equal({ line: 1, reason: 'not the line that was exported here' });
  });
});

describe('a bundle of a log whose signing key was changed', () => {
  const next = newSigner();
  const stranger = newSigner();
  type Of = Readonly<{ by?: typeof signer; named?: string; to?: typeof signer; log?: string }>;
  const succession = ({ by = signer, named = by.keyId, to = next, log: of = 'log-of-the-test' }: Of = {}) => {
    const publicKey = toHex(to.publicKey.key.export({ type: 'spki', format: 'der' }));
    const made = { by: named, keyId: to.keyId, log: of, publicKey, time: '2026-01-01T00:00:00.000Z' };
    return { succession: made, signature: toHex(by.sign(successionBytes(made))) };
  };
  const bundleBy = (by: typeof signer, successions: readonly SignedSuccession[]) =>
    bytesOf(bundleOf(everything, { signer: by, successions }));

  it('is verified with the first key alone, however many followed it', () => {
    const third = newSigner();
    const chain = [succession(), succession({ by: next, to: third })];
    expect(judge(bundleBy(third, chain), keys)).to.include({ events: 20 });
    expect(judge(bundleBy(next, chain), keys)).to.include({ events: 20 });
    // What was signed before the change.
    expect(judge(bundleBy(signer, chain), keys)).to.include({ events: 20 });
    // An auditor who came later was given the last key.
    expect(judge(bundleBy(third, chain), [third.publicKey])).to.include({ events: 20 });
    expect(judge(bundleBy(third, [succession({ by: next, to: third })]), keys)).to.have.property('reason');
  });

  it('has a form of its own, and that of before while no key was changed', () => {
    const formOf = (bundle: Buffer): string => JSON.parse(bundle.toString().split('\n')[0] ?? '').header.format;
    expect(formOf(bundleBy(signer, []))).to.equal('audit-bundle/1');
    expect(formOf(bundleBy(next, [succession()]))).to.equal('audit-bundle/2');
  });

  it('signed again with a foreign key is refused, whatever it claims of that key', () => {
    const refused = (successions: readonly SignedSuccession[]) => judge(bundleBy(stranger, successions), keys);
    const notGiven = `signed with a key that was not given: ${stranger.keyId}`;
    expect(refused([])).to.have.property('reason', notGiven);
    expect(refused([succession({ by: stranger, to: stranger })])).to.have.property('reason', notGiven);
    expect(refused([succession()])).to.have.property('reason', notGiven);
    const forged = succession({ by: stranger, named: signer.keyId, to: stranger });
    expect(refused([forged])).to.deep.include({ line: 2, reason: 'the signature is not of the key it names' });
  });

  it('believes no succession of another log, of another key than it names, or in another place', () => {
    expect(judge(bundleBy(next, [succession({ log: 'another' })]), keys)).to.deep.include({
      line: 2,
      reason: 'a succession of keys of another log',
    });
    const made = { ...succession().succession, keyId: stranger.keyId };
    const misnamed = { succession: made, signature: toHex(signer.sign(successionBytes(made))) };
    expect(judge(bundleBy(next, [misnamed]), keys)).to.deep.include({ reason: 'not the key whose id is named' });
    const none = { ...succession().succession, publicKey: '00'.repeat(44) };
    const nothing = { succession: none, signature: toHex(signer.sign(successionBytes(none))) };
    expect(judge(bundleBy(next, [nothing]), keys)).to.deep.include({ reason: 'not the key whose id is named' });
  });
});

describe('a bundle of a log that moved to another event store', () => {
  const tree = madeTree(log);
  const at = (size: number) => {
    const [{ checkpoint } = { checkpoint: undefined }] = signedAt([size], tree, signer);
    if (!checkpoint) throw new Error('there is no such tree');
    return { chain: checkpoint.chain, root: checkpoint.root };
  };
  const moveOf = (more: Partial<LogMove> = {}, by = signer): SignedLogMove => {
    const move = {
      before: at(10),
      after: at(10),
      by: by.keyId,
      from: '1 written 1',
      to: '7 written 9',
      log: 'log-of-the-test',
      missing: 0,
      size: 10,
      time: '2026-01-01T00:00:00.000Z',
      ...more,
    };
    return { move, signature: toHex(by.sign(logMoveBytes(move))) };
  };
  const judged = (moves: readonly SignedLogMove[], scope: BundleScope = everything) =>
    judge(bytesOf(bundleOf(scope, { moves })), keys);

  it('says so, and is verified with the key of before', () => {
    const [first, second] = [moveOf(), moveOf({ before: at(20), after: at(20), size: 20 })];
    expect(judged([first, second])).to.deep.include({ events: 20, moves: [first.move, second.move] });
    expect(judged([first], { kind: 'post', id: '1' })).to.deep.include({ events: 7, moves: [first.move] });
    expect(JSON.parse(bundleOf(everything, { moves: [first] })[0] ?? '').header.format).to.equal('audit-bundle/3');
  });

  it('is refused where the log was changed on the way, or is not the one that moved', () => {
    expect(judged([moveOf({ after: at(9) })])).to.deep.include({
      line: 2,
      reason: 'the log was changed when it moved to another store',
    });
    expect(judged([moveOf({ before: at(9), after: at(9) })])).to.deep.include({
      index: 9,
      reason: 'the first 10 events are not those that moved to another store',
    });
    expect(judged([moveOf({ log: 'another' })])).to.deep.include({ reason: 'a move of another log' });
    const forged = { ...moveOf(), signature: '00'.repeat(64) };
    expect(judged([forged])).to.deep.include({ reason: 'the signature is not of the key it names' });
  });

  it('says nothing of a move that a foreign key signed', () => {
    expect(judged([moveOf({}, newSigner())])).to.deep.include({ events: 20, moves: [] });
  });
});

describe('a checkpoint an auditor kept', () => {
  const rewritten = log.map((event, at) => (at === 4 ? { ...event, type: 'PostDeleted' } : event));
  const held = (size: number) => signedAt([size], madeTree(log), signer);

  it('is met on the way through the whole log', () => {
    for (const size of [1, 5, 19, 20])
      expect(judge(bytesOf(bundleOf(everything)), keys, held(size))).to.have.property('last');
  });

  it('detects a history that was rewritten with the right key', () => {
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
      reason: 'the log does not continue the held checkpoint of 7 events',
    });
  });
});
