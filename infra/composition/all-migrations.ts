import type { Migration } from 'kysely';
import { aiSandboxMigrations } from '../products/ai-sandbox/outcomes.ts';
import { sandboxMigrations } from '../products/platform-sandbox/tables.ts';
import { migrations } from '../stores/postgres/migrations.ts';

/** The tables of the service and of the products it runs on the same database. */
export const allMigrations: Readonly<Record<string, Migration>> = {
  ...sandboxMigrations,
  ...aiSandboxMigrations,
  ...migrations,
};
