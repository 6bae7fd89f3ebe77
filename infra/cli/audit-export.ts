import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BundleScope } from '@social-publishing/audit-proofs';
import { LogContradicted } from '../log/audit/contradicted.ts';
import { exportBundle } from '../log/audit/export-bundle.ts';
import { readCheckpoints } from '../log/audit/read-checkpoints.ts';
import { openSigner } from '../log/audit/signing-key.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { eventProgress, signedNow } from './audit-tree.ts';
import { print, printJson, Refusal, UsageError } from './operator.ts';

export type ExportAsked = Readonly<{
  words: readonly string[];
  out: string | undefined;
  since: string | undefined;
  json: boolean;
}>;

/** What to export: `everything`, or `post | account | workspace <id>`. */
export const scopeFrom = ([kind, id, ...more]: readonly string[]): BundleScope => {
  if (kind === 'everything' && id === undefined) return { kind };
  if ((kind === 'post' || kind === 'account' || kind === 'workspace') && id !== undefined && more.length === 0)
    return { kind, id };
  throw new UsageError('export what? everything, or post, account or workspace with an id');
};

/** Writes a bundle to a file, which appears whole or not at all, or to standard output. */
export const exportTo = async (infrastructure: Infrastructure, asked: ExportAsked): Promise<void> => {
  const scope = scopeFrom(asked.words.slice(1));
  const { config, vault, database, store } = infrastructure;
  const stored = store.view({ as: 'stored' });
  const db = database.kysely;
  const since = asked.since === undefined ? undefined : (await readCheckpoints(asked.since)).at(-1)?.checkpoint;
  const checkpoint = await signedNow(infrastructure);
  const { size, log } = checkpoint.checkpoint;
  if (since && since.log !== log) throw new Refusal(`The checkpoint in ${asked.since} is of another log.`);
  if (since && since.size > size)
    throw new Refusal(`The log has ${size} events, fewer than the ${since.size} of the checkpoint in ${asked.since}.`);
  const draft = asked.out === undefined ? undefined : `${asked.out}.${process.pid}.part`;
  const progress = eventProgress(size);
  const isLong = scope.kind === 'everything' || scope.kind === 'workspace';
  let lines = 0;
  try {
    const wish = { scope, checkpoint, since: since?.size, ...(isLong && { passed: progress.passed }) };
    const parts = { stored, db, signer: await openSigner(config.auditSigningKey, vault, db), now: () => new Date() };
    const texts = async function* (): AsyncIterable<string> {
      for await (const batch of exportBundle(wish, parts)) {
        lines += batch.length;
        if (batch.length > 0) yield batch.map((line) => `${line}\n`).join('');
      }
    };
    const target = draft === undefined ? process.stdout : createWriteStream(draft, { mode: 0o600 });
    await pipeline(Readable.from(texts(), { highWaterMark: 1 }), target, { end: draft !== undefined });
    if (isLong) progress.end();
    if (draft !== undefined && asked.out !== undefined) await rename(draft, asked.out);
  } catch (error) {
    if (draft !== undefined) await rm(draft, { force: true });
    if (error instanceof LogContradicted) throw new Refusal(`The log is not what came in. ${error.message}`);
    throw error;
  }
  if (asked.out === undefined) return;
  const { keyId } = checkpoint.checkpoint;
  if (asked.json) return printJson({ file: asked.out, scope, lines, checkpoint });
  print(`${asked.out}: ${lines} lines, proven by the checkpoint of ${size} events, signed with key ${keyId}.`);
};
