import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import type { NoTables } from './database.ts';
import { identity } from './migrations/2026-11-20-identity.ts';
import { secrets } from './migrations/2026-11-20-secrets.ts';
import { requestLog } from './migrations/2026-11-20-request-log.ts';
import { idempotency } from './migrations/2026-11-20-idempotency.ts';
import { engine } from './migrations/2026-11-20-engine.ts';
import { rebuilds } from './migrations/2026-11-20-rebuilds.ts';
import { pacing } from './migrations/2026-11-20-pacing.ts';
import { claimedObjects } from './migrations/2026-11-20-claimed-objects.ts';
import { audit } from './migrations/2026-11-20-audit.ts';
import { keySuccessions } from './migrations/2026-11-20-key-successions.ts';
import { history } from './migrations/2026-11-20-history.ts';
import { historySealed } from './migrations/2026-11-20-history-sealed.ts';
import { historyWebhooks } from './migrations/2026-11-20-history-webhooks.ts';
import { historyStretches } from './migrations/2026-11-20-history-stretches.ts';
import { compactedStreams } from './migrations/2026-11-22-compacted-streams.ts';
import { followedLog } from './migrations/2026-11-23-followed-log.ts';
import { idempotencyExpiry } from './migrations/2026-11-23-idempotency-expiry.ts';
import { leaseTokens } from './migrations/2026-11-22-lease-tokens.ts';
import { instanceCorrelation } from './migrations/2026-11-23-instance-correlation.ts';
import { logMoves } from './migrations/2026-11-23-log-moves.ts';
import { requestsOfPeople } from './migrations/2026-11-23-requests-of-people.ts';
import { masterKeys } from './migrations/2026-11-22-master-keys.ts';
import { mailsAsHtml } from './migrations/2026-11-27-mails-as-html.ts';
import { unsubscribeLinks } from './migrations/2026-11-23-unsubscribe-links.ts';
import { instancesOfWorkspaces } from './migrations/2026-11-23-instances-of-workspaces.ts';
import { signInTries } from './migrations/2026-11-25-sign-in-tries.ts';
import { broadcasts } from './migrations/2026-11-24-broadcasts.ts';
import { webhooks } from './migrations/2026-11-20-webhooks.ts';
import { pendingAuthorizations } from './migrations/2026-11-20-pending-authorizations.ts';

/**
 * Every change of the service's own tables, by name. Names are permanent and sort by age:
 * `<date>-<what>`. Read models are not here, because a changed projection is a new version in new
 * tables. Products bring their own migrations.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '2026-11-20-identity': identity,
  '2026-11-20-secrets': secrets,
  '2026-11-20-engine': engine,
  '2026-11-20-rebuilds': rebuilds,
  '2026-11-20-pacing': pacing,
  '2026-11-20-claimed-objects': claimedObjects,
  '2026-11-20-webhooks': webhooks,
  '2026-11-20-pending-authorizations': pendingAuthorizations,
  '2026-11-20-idempotency': idempotency,
  '2026-11-20-request-log': requestLog,
  '2026-11-20-audit': audit,
  '2026-11-20-key-successions': keySuccessions,
  '2026-11-20-history': history,
  '2026-11-20-history-stretches': historyStretches,
  '2026-11-20-history-sealed': historySealed,
  '2026-11-20-history-webhooks': historyWebhooks,
  '2026-11-22-compacted-streams': compactedStreams,
  '2026-11-22-lease-tokens': leaseTokens,
  '2026-11-22-master-keys': masterKeys,
  '2026-11-23-requests-of-people': requestsOfPeople,
  '2026-11-23-log-moves': logMoves,
  '2026-11-23-instance-correlation': instanceCorrelation,
  '2026-11-23-followed-log': followedLog,
  '2026-11-23-idempotency-expiry': idempotencyExpiry,
  '2026-11-23-instances-of-workspaces': instancesOfWorkspaces,
  '2026-11-23-unsubscribe-links': unsubscribeLinks,
  '2026-11-24-broadcasts': broadcasts,
  '2026-11-25-sign-in-tries': signInTries,
  '2026-11-27-mails-as-html': mailsAsHtml,
};

/**
 * Migrations of the database that this release lacks, as empty ones: a newer release may have run
 * them. Tables only ever gain columns, so this release works on them.
 */
const ranElsewhere = async (kysely: Kysely<NoTables>): Promise<Record<string, Migration>> => {
  const { rows: found } = await sql<{ found: boolean }>`
    select to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as found`.execute(kysely);
  if (found[0]?.found !== true) return {};
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
  return Object.fromEntries(rows.map(({ name }) => [name, { up: () => Promise.resolve() }]));
};

/**
 * Brings the tables up to date in one transaction. Processes that start at the same time wait for each other on an
 * advisory lock; the later ones find nothing left to do. Returns the names of those it ran.
 */
export const migrate = async (
  kysely: Kysely<NoTables>,
  list: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> => {
  const { rows } = await sql<{ schema: string }>`select current_schema()::text as schema`.execute(kysely);
  const migrator = new Migrator({
    db: kysely,
    // The schema is named; otherwise a table of the same name in another schema would be taken for
    // ours.
    migrationTableSchema: rows[0]?.schema ?? 'public',
    provider: { getMigrations: async () => ({ ...(await ranElsewhere(kysely)), ...list }) },
    // Branches that are developed in parallel land in any order.
    allowUnorderedMigrations: true,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find(({ status }) => status === 'Error')?.migrationName;
    throw new Error(failed ? `migration ${failed} failed` : 'migrating failed', { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
};
