import { randomUUID } from 'node:crypto';
import type { Recorded } from '../../../domain/kernel/event.ts';
import { beforeFirstEvent, createCheckpoints } from '../../../projections/kernel/checkpoint.ts';
import type { Subscriber } from '../../../projections/kernel/subscriber.ts';
import { CheckpointFile } from './checkpoint-file.ts';
import { beginTree } from './log-tree.ts';
import { SignedCheckpoints, TreeContradicted } from './signed-checkpoints.ts';
import { openSigner } from './signing-key.ts';
import { SigningRounds } from './signing-rounds.ts';
import { treeSubscriber } from './tree-subscriber.ts';
import { runSubscription, type RunningSubscription, type SubscriptionPlan } from '../subscriptions/run-subscription.ts';
import type { EventLog } from '../../../domain/kernel/event-store.ts';
import type { Database } from '../../stores/postgres/database.ts';
import type { Notifications } from '../../stores/postgres/listen.ts';
import type { Vault } from '../../stores/secrets/vault.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { runEvery } from '../../telemetry/run-every.ts';

/** New events wait at most this long for a signature. */
const everyMs = 60_000;

/**
 * Events are added in batches: no request waits for the tree, and a hundred events cost as much as
 * one.
 */
const batchIntervalMs = 250;

export type AuditTrail = RunningSubscription &
  Readonly<{
    /** Why signing has stopped, if it has: an operator must check. */
    contradiction(): string | undefined;
  }>;

type Parts = Readonly<{
  config: Readonly<{ dataDir: string; auditSigningKey: string | undefined }>;
  database: Database;
  vault: Vault;
}>;

/** The signer of this service, with the file of its checkpoints. */
export const openCheckpoints = async ({ config, database, vault }: Parts): Promise<SignedCheckpoints> => {
  const db = database.kysely;
  const file = new CheckpointFile(config.dataDir);
  // A tree that is rebuilt after the loss of the database belongs to the log that was signed
  // before.
  await beginTree((await file.last())?.checkpoint.log ?? randomUUID(), db);
  await createCheckpoints([treeSubscriber.name], beforeFirstEvent, db);
  const signer = await openSigner(config.auditSigningKey, vault, db);
  return new SignedCheckpoints({ db, signer, file, now: () => new Date() });
};

const counted = (subscriber: Subscriber, passed: (events: number) => void): Subscriber => ({
  ...subscriber,
  apply: async (events: readonly Recorded[], tx) => {
    await subscriber.apply(events, tx);
    passed(events.length);
  },
});

/**
 * Maintains the tree over the log and signs it at intervals. `beside`: further subscribers to all
 * events, from the first one on.
 */
export const runAuditTrail = async (
  parts: Parts & Readonly<{ log: Logger; notifications: Notifications; stored: EventLog }>,
  beside: readonly Subscriber[] = [],
): Promise<AuditTrail> => {
  const { log, database, notifications, stored } = parts;
  const checkpoints = await openCheckpoints(parts);
  await createCheckpoints(
    beside.map(({ name }) => name),
    beforeFirstEvent,
    database.kysely,
  );
  let contradiction: string | undefined;
  let signedSize = 0;
  const sign = async (): Promise<void> => {
    const signed = await checkpoints.sign();
    contradiction = undefined;
    // Also logged, because logs often leave the machine, where an intruder cannot rewrite them.
    if (signed && signed.checkpoint.size > signedSize) log.info(signed, 'audit checkpoint');
    signedSize = signed?.checkpoint.size ?? 0;
  };
  const rounds = new SigningRounds(sign, (error) => {
    const isContradicted = error instanceof TreeContradicted;
    if (isContradicted) contradiction = error.message;
    log[isContradicted ? 'error' : 'warn']({ error }, 'the log could not be signed');
  });
  const subscriber = counted(treeSubscriber, (events) => rounds.added(events));
  const moved = (): Promise<void> => rounds.afterBatch();
  const plan = async (): Promise<SubscriptionPlan> => ({
    subscribers: [subscriber, ...beside],
    batchIntervalMs,
    report: { moved },
  });
  const followed = await runSubscription('audit', plan, { database, notifications, log, store: stored });
  const stopSigning = runEvery(
    everyMs,
    async () => (followed.status().active ? rounds.atInterval() : undefined),
    (error) => log.warn({ error }, 'the log could not be signed'),
  );
  return {
    ...followed,
    contradiction: () => contradiction,
    stop: async () => {
      await stopSigning();
      await followed.stop();
    },
  };
};
