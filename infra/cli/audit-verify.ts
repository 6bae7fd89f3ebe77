import { readFile } from 'node:fs/promises';
import { BadBundle, NewerForm } from '@social-publishing/audit-proofs';
import { CheckpointFile } from '../log/audit/checkpoint-file.ts';
import { LogContradicted } from '../log/audit/contradicted.ts';
import { readCheckpoints } from '../log/audit/read-checkpoints.ts';
import { publicKeysFrom, type PublicKey } from '../log/audit/signature-check.ts';
import { listKeys } from '../log/audit/signing-key.ts';
import { listSuccessions, withSuccessors } from '../log/audit/successions.ts';
import { TreeContradicted } from '../log/audit/signed-checkpoints.ts';
import { verifyFile } from '../log/audit/verify-file.ts';
import { verifyLog } from '../log/audit/verify-log.ts';
import { readTree } from '../log/audit/log-tree.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { eventProgress, signedNow } from './audit-tree.ts';
import { print, printJson, Refusal, UsageError } from './operator.ts';
import { progressBar, progressBetween } from './progress.ts';
import { errorOf, faultCodeOf } from '../../domain/kernel/error-of.ts';

type Asked = Readonly<{ publicKey: string | undefined; against: string | undefined; json: boolean }>;

const keysIn = async (path: string): Promise<readonly PublicKey[]> => {
  try {
    return publicKeysFrom(await readFile(path, 'utf8'));
  } catch (fault) {
    throw new Refusal(`${path}: ${errorOf(fault).message}`, { cause: fault });
  }
};

const heldIn = async (path: string | undefined) => {
  try {
    return path === undefined ? [] : await readCheckpoints(path);
  } catch (fault) {
    throw new Refusal(errorOf(fault).message, { cause: fault });
  }
};

/** Prints the findings, and marks the command as failed. */
const bad = (what: string, error: BadBundle | LogContradicted, { json }: Readonly<{ json: boolean }>): void => {
  process.exitCode = 1;
  if (json) printJson({ genuine: false, ...error.finding });
  else print(`${what} is NOT genuine. First bad place: ${error.message}`);
};

/** Prints that this verifier is too old for a verdict: the bundle may be genuine or not. */
const tooOld = (file: string, { format, message }: NewerForm, { json }: Readonly<{ json: boolean }>): void => {
  process.exitCode = 2;
  if (json) printJson({ genuine: null, format, reason: message });
  else print(`${file} was not checked: ${message}.`);
};

/** Verifies a bundle without configuration, database or network. */
export const verifyBundle = async (file: string, { publicKey, against, json }: Asked): Promise<void> => {
  if (publicKey === undefined) throw new UsageError('verify needs --public-key: a bundle cannot vouch for its own key');
  const [keys, held] = [await keysIn(publicKey), await heldIn(against)];
  const bar = progressBar(process.stderr);
  const began = performance.now() / 1000;
  const sight = (done: number, events: number) => ({ done, events, seconds: performance.now() / 1000 });
  try {
    const { scope, events, checkpoints, moves, last } = await verifyFile(file, {
      keys,
      held,
      progress: (done, events) =>
        bar.show(progressBetween({ done: 0, events: 0, seconds: began }, sight(done, events))),
    });
    bar.end();
    if (json) return printJson({ genuine: true, scope, events, checkpoints, moves, last });
    const what = scope.kind === 'everything' ? 'the whole log' : `${scope.kind} ${scope.id}`;
    const { size, time, keyId } = last.checkpoint;
    print(`${file} is genuine: ${events} events of ${what}, as they were in the log of ${size} events`);
    print(`that key ${keyId} signed at ${time}.`);
    for (const one of moves)
      print(`The log of ${one.size} events moved to another event store at ${one.time}, without a change.`);
    for (const { checkpoint } of held)
      print(`The log continues from the kept checkpoint of ${checkpoint.size} events.`);
  } catch (error) {
    if (error instanceof BadBundle) return bad(file, error, { json });
    if (error instanceof NewerForm) return tooOld(file, error, { json });
    const code = faultCodeOf(error);
    if (code === 'ENOENT' || code === 'EISDIR')
      throw new Refusal(`${file} is no file that can be read.`, { cause: error });
    throw error;
  }
};

/** Verifies the log of the service itself, against its tree and all signed checkpoints. */
export const verifyService = async (infrastructure: Infrastructure, { publicKey, json }: Asked): Promise<void> => {
  const { config, database, store } = infrastructure;
  const stored = store.view({ as: 'stored' });
  const db = database.kysely;
  await signedNow(infrastructure).catch((error: unknown) => {
    // The reading below finds where it differs.
    if (!(error instanceof TreeContradicted)) throw error;
  });
  const listed = (await listKeys(db)).map(({ publicKey: pem }) => pem).join('\n');
  const keys =
    publicKey === undefined
      ? publicKeysFrom(listed)
      : withSuccessors(await keysIn(publicKey), await listSuccessions(db));
  const progress = eventProgress((await readTree(db)).size);
  try {
    const verified = await verifyLog({ stored, db, file: new CheckpointFile(config.dataDir), keys }, (_, events) =>
      progress.passed(events),
    );
    progress.end();
    if (json) return printJson({ genuine: true, ...verified });
    const { events, checkpoints, inFile, moves } = verified;
    print(`The log is genuine: ${events} events match ${checkpoints} checkpoints in content and order.`);
    print(`${inFile} checkpoints outside the database match as well.`);
    if (moves > 0) print(`${moves} signed statements say that it moved to another event store without a change.`);
  } catch (error) {
    if (error instanceof LogContradicted) return bad('The log', error, { json });
    throw error;
  }
};
