import { readFile } from 'node:fs/promises';
import { readTree } from '../log/audit/log-tree.ts';
import { listKeys } from '../log/audit/signing-key.ts';
import { rotateKey } from '../log/audit/successions.ts';
import { openCheckpoints } from '../log/audit/audit-trail.ts';
import type { Infrastructure } from '../composition/infrastructure.ts';
import { print, printJson, Refusal, UsageError } from './operator.ts';

/** Prints the public keys of the service, the newest first, in PEM. */
export const printKeys = async (
  infrastructure: Infrastructure,
  { json }: Readonly<{ json: boolean }>,
): Promise<void> => {
  await openCheckpoints(infrastructure);
  const keys = await listKeys(infrastructure.database.kysely);
  if (json) return printJson(keys);
  for (const { publicKey: pem } of keys) print(pem.trimEnd());
};

const textOf = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((fault: Error) => {
    throw new Refusal(`${path}: ${fault.message}`, { cause: fault });
  });

/**
 * Replaces the signing key, and prints the remaining steps. `newKey`: a file with the new private
 * key.
 */
export const rotate = async (
  infrastructure: Infrastructure,
  newKey: string | undefined,
  { json }: Readonly<{ json: boolean }>,
): Promise<void> => {
  const { config, vault, database } = infrastructure;
  const given = config.auditSigningKey;
  if (given !== undefined && newKey === undefined)
    throw new UsageError(
      'AUDIT_SIGNING_KEY is given: rotate-key needs --new-key FILE, the private key that follows it',
    );
  if (given === undefined && newKey !== undefined)
    throw new UsageError(
      'the service keeps its key itself and makes the next one: --new-key goes with AUDIT_SIGNING_KEY',
    );
  await openCheckpoints(infrastructure);
  const next = newKey === undefined ? undefined : await textOf(newKey);
  const db = database.kysely;
  const { log } = await readTree(db);
  const signed = await rotateKey({ vault, db, given, next, log, now: () => new Date() }).catch((fault: Error) => {
    throw new Refusal(`The key was not changed: ${fault.message}.`, { cause: fault });
  });
  if (json) return printJson(signed);
  const { by, keyId } = signed.succession;
  print(`Key ${keyId} follows key ${by}, which signed the succession. Bundles contain it from now on.`);
  print(
    given === undefined
      ? 'Restart the processes of the service: until then they sign with the old key.'
      : 'Set AUDIT_SIGNING_KEY to the new key and restart the processes of the service.',
  );
};
