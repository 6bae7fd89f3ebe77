import { hash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BundleWriter, chainStart, checkpointBytes, Frontier, leafText, toHex } from '@social-publishing/audit-proofs';
import { auditHashing } from '../../infra/log/audit/hashing.ts';
import { verifyFile } from '../../infra/log/audit/verify-file.ts';
import { newSigner } from '../infra/products/audit-proofs/made-bundles.ts';
import { perPost, postHistory } from './post-history.ts';

const events = Number(process.env['BENCH_EVENTS'] ?? 500_000);
const checkpointsApart = 1024;
const rounds = 3;

/** A bundle of the whole log, as the export writes it, of posts as they come. */
async function* bundle(signer: ReturnType<typeof newSigner>): AsyncIterable<string> {
  const writer = new BundleWriter(auditHashing);
  const frontier = new Frontier(auditHashing);
  const dueAfter = (size: number): number => Math.min(events, size + checkpointsApart);
  let [chain, due] = [chainStart as Uint8Array, dueAfter(0)];
  const time = '2026-01-01T00:00:00.000Z';
  const header = { exportedAt: time, format: 'audit-bundle/1', log: 'bench', scope: { kind: 'everything' } } as const;
  yield `${writer.header({ ...header, next: due, since: null })}\n`;
  let lines = '';
  for (let index = 0; index < events; index += 1) {
    const { stream, all } = postHistory(Math.floor(index / perPost));
    const event = all[index % perPost];
    if (!event) throw new Error('a history is too short');
    const meta = { ...event.meta, v: 1 };
    const text = leafText({ ...event, meta, stream, revision: index % perPost }, index);
    const leaf = auditHashing.leaf(Buffer.from(text));
    frontier.append(leaf);
    chain = auditHashing.chain(chain, leaf);
    lines += `${writer.event(text)}\n`;
    if (frontier.size !== due) continue;
    const root = toHex(frontier.root());
    const size = frontier.size;
    const checkpoint = { chain: toHex(chain), keyId: signer.keyId, log: 'bench', previous: null, root, size, time };
    due = dueAfter(size);
    const signed = { checkpoint, signature: toHex(signer.sign(checkpointBytes(checkpoint))) };
    yield `${lines}${writer.checkpoint(signed, size === events ? null : due)}\n`;
    lines = '';
  }
  yield `${writer.seal(signer)}\n`;
}

/** What no verifier can do without: reading the file and hashing each of its lines once, with nothing compared. */
const hashLines = async (file: string): Promise<void> => {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
      hash('sha256', bytes.subarray(from, to), 'buffer');
      from = to + 1;
    }
    rest = bytes.subarray(from);
  }
};

/** The hashes the proof consists of: a leaf, a link of the chain and a node of the tree for each event, and nothing else. */
const hashBare = (count: number, bytesPerEvent: number): void => {
  const [leaf, pair] = [Buffer.alloc(bytesPerEvent, 7), Buffer.alloc(65, 7)];
  for (let at = 0; at < count; at += 1) {
    hash('sha256', leaf, 'buffer');
    hash('sha256', pair, 'buffer');
    hash('sha256', pair, 'buffer');
  }
};

/** How much work was done in a second of one core: what others do on a shared machine counts for nothing. */
const perCoreSecond = async (count: number, work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (count / (user + system)) * 1e6;
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** How fast a bundle is verified on one core, against the hashing alone. */
export default async function run(): Promise<void> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'bench-verify-'));
  try {
    const [file, signer] = [path.join(dir, 'bundle.ndjson'), newSigner()];
    await pipeline(Readable.from(bundle(signer), { highWaterMark: 1 }), createWriteStream(file));
    const bytes = statSync(file).size;
    const measured = { verified: [] as number[], bare: [] as number[], lines: [] as number[] };
    const perEvent = Math.round(bytes / events) - 84;
    const verify = async (): Promise<void> => {
      const verified = await verifyFile(file, { keys: [signer.publicKey] });
      if (verified.events !== events) throw new Error('not all events were verified');
    };
    const wall = performance.now();
    await verify();
    const verifiedPerSecond = Math.round((events / (performance.now() - wall)) * 1000);
    for (let round = 0; round < rounds; round += 1) {
      measured.verified.push(await perCoreSecond(events, verify));
      measured.bare.push(await perCoreSecond(events, () => hashBare(events, perEvent)));
      measured.lines.push(await perCoreSecond(events, () => hashLines(file)));
    }
    const [rate, bare, lines] = [median(measured.verified), median(measured.bare), median(measured.lines)];
    console.table({
      'events per second of one core': {
        verified: Math.round(rate),
        'its hashes alone': Math.round(bare),
        'lines hashed once': Math.round(lines),
      },
    });
    const figures = {
      events,
      bytes,
      verifiedPerSecond,
      perCoreSecond: { verified: Math.round(rate), bareHashes: Math.round(bare), linesHashed: Math.round(lines) },
    };
    const ratios = { verify: Number((rate / bare).toFixed(3)), lines: Number((rate / lines).toFixed(3)) };
    console.log(JSON.stringify({ bench: 'verify', ratios, figures }));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
