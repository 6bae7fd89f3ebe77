import { sql, type Kysely } from 'kysely';
import type { SandboxStore } from './store.ts';
import { storedAccounts } from './stored-accounts.ts';
import { storedFaults } from './stored-faults.ts';
import { storedObjects } from './stored-objects.ts';
import { storedRecords } from './stored-records.ts';
import { storedSecrets } from './stored-secrets.ts';
import type { NoTables, SandboxTables } from './tables.ts';

/** How many numbers one query fetches. */
const numbersPerQuery = 32;

/** Unique, increasing numbers. A number that another call fetched meanwhile may remain unused. */
const risingNumbers = (kysely: Kysely<SandboxTables>): SandboxStore['next'] => {
  /** Fetched and not yet given out, the lowest last. */
  let numbers: number[] = [];
  return async () => {
    const number = numbers.pop();
    if (number !== undefined) return number;
    const { rows } = await sql<{ number: string }>`
      select nextval('sandbox_number') as number from generate_series(1, ${numbersPerQuery}::int)`.execute(kysely);
    numbers = rows.map((row) => Number(row.number)).reverse();
    return numbers.pop() as number;
  };
};

/** The sandbox's storage in Postgres: every change is committed before its method resolves. */
export const postgresSandboxStore = (database: Kysely<NoTables>): SandboxStore => {
  const kysely = database.withTables<SandboxTables>();
  return {
    ...storedAccounts(kysely),
    ...storedSecrets(kysely),
    ...storedObjects(kysely),
    ...storedFaults(kysely),
    ...storedRecords(kysely),
    next: risingNumbers(kysely),
  };
};
