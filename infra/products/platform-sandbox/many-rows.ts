import { isKeyOf } from './keys-of.ts';
import type { Write, WriteOfMany } from './call-statements.ts';

const ofMany = { account: 'accounts', secret: 'secrets', record: 'records' } as const;
type Put = keyof typeof ofMany;

const keyColumns: Readonly<Record<Put, readonly string[]>> = {
  account: ['platform', 'native_id'],
  secret: ['platform', 'kind', 'secret'],
  record: ['platform', 'kind', 'id'],
};

const keyOf = (write: Put, row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(keyColumns[write].map((column) => row[column]));

/**
 * The changes of a call that only puts accounts, secrets and records, as one insert a table: the accounts of a new test workspace with
 * their tokens are some seventy rows. The last of several rows with one key counts. The changes of other calls may build on each other
 * and do not change.
 */
export const togetherIfNew = (writes: readonly Write[]): readonly (Write | WriteOfMany)[] => {
  const rows = new Map<Put, Map<string, object>>();
  for (const { write, row } of writes) {
    if (!isKeyOf(ofMany, write)) return writes;
    const ofTable = rows.get(write) ?? new Map<string, object>();
    rows.set(write, ofTable.set(keyOf(write, row), row));
  }
  if (rows.size === writes.length) return writes;
  return [...rows].map(([put, ofTable]) => ({ write: ofMany[put], rows: [...ofTable.values()] }));
};
