import { sandboxMigrations } from '@social-publishing/platform-sandbox';
import { aiSandboxMigrations } from '@social-publishing/ai-sandbox';
import type { Migration } from 'kysely';
import { migrations } from '../stores/postgres/migrations.ts';

/** The tables of the service and of the products it runs on the same database. */
export const allMigrations: Readonly<Record<string, Migration>> = {
  ...sandboxMigrations,
  ...aiSandboxMigrations,
  ...migrations,
};
