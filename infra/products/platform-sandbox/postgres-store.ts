import { sql, type Kysely } from 'kysely';
import { callStatements } from './call-statements.ts';
import { RememberedRows } from './known-rows.ts';
import { OneStatementCall, type UnusedNumbers } from './one-statement.ts';
import { storeOfCall } from './store-of-call.ts';
import type { SandboxStore } from './store.ts';
import { storedAccounts } from './stored-accounts.ts';
import { storedFaults } from './stored-faults.ts';
import { storedObjects } from './stored-objects.ts';
import { storedRecords } from './stored-records.ts';
import { storedSecrets } from './stored-secrets.ts';
import type { NoTables, SandboxTables } from './tables.ts';

/** How many numbers one statement fetches. */
const numbersPerStatement = 64;
/** With fewer numbers left, a statement that stores something fetches more beside its work. */
const fewNumbers = 48;

/** Unique, increasing numbers. A number that another call fetched meanwhile may remain unused. */
const risingNumbers = (kysely: Kysely<SandboxTables>): UnusedNumbers => {
  /** Fetched and not yet given out, the lowest last. */
  let numbers: number[] = [];
  return {
    async next() {
      const number = numbers.pop();
      if (number !== undefined) return number;
      const { rows } = await sql<{ number: string }>`
        select nextval('sandbox_number') as number from generate_series(1, ${numbersPerStatement}::int)`.execute(
        kysely,
      );
      const [first, ...others] = rows.map((row) => Number(row.number));
      if (first === undefined) throw new Error('the sequence gave no number');
      numbers = others.reverse();
      return first;
    },
    wanted: () => (numbers.length < fewNumbers ? numbersPerStatement : 0),
    add(fetched) {
      numbers = [...fetched].reverse().concat(numbers);
    },
  };
};

/** The sandbox's storage in Postgres: every change is committed before its method resolves. */
export const postgresSandboxStore = (database: Kysely<NoTables>): SandboxStore => {
  const kysely = database.withTables<SandboxTables>();
  const numbers = risingNumbers(kysely);
  const statements = callStatements(kysely);
  const remembered = new RememberedRows();
  const tables: SandboxStore = {
    ...storedAccounts(kysely),
    ...storedSecrets(kysely),
    ...storedObjects(kysely),
    ...storedFaults(kysely),
    ...storedRecords(kysely),
    next: () => numbers.next(),
    async call(act) {
      const call = new OneStatementCall({ tables, statements, remembered, numbers });
      // A call that ends in an error, for example in a simulated fault, has stored what it did before.
      const ended = await act(call.store).then(
        (result) => () => result,
        (error: unknown) => () => {
          throw error;
        },
      );
      return (await call.finish()) ? ended() : act(storeOfCall(tables));
    },
  };
  return tables;
};
