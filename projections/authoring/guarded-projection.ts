import type { Recorded } from '../../domain/kernel/event.ts';
import type { ColumnType, Projection } from '../kernel/projection.ts';

/** A projection that cannot run; the message says what to change. */
export class UnusableProjection extends Error {
  override readonly name = 'UnusableProjection';
}

const columnTypes: readonly ColumnType[] = [
  'text',
  'text[]',
  'integer',
  'bigint',
  'double precision',
  'boolean',
  'instant',
  'json',
  'jsonb',
];

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

const requireShape = (
  { name, version, description: says, table, handles, summaries = [] }: Projection,
  known: (type: string) => boolean,
): void => {
  const must = ({ holds }: Readonly<{ holds: boolean }>, what: string): void => {
    if (!holds) throw new UnusableProjection(`projection ${String(name)}: ${what}`);
  };
  must(
    { holds: typeof name === 'string' && /^[a-z][a-z0-9_]{0,39}$/.test(name) },
    'its name must be lower case letters, digits and _',
  );
  must({ holds: Number.isInteger(version) && version > 0 }, 'its version must be a whole number from 1');
  must({ holds: typeof says === 'string' && says !== '' }, 'it must say in a sentence what it answers');
  must({ holds: typeof table === 'object' && typeof table.columns === 'object' }, 'it must have a table with columns');
  for (const [column, type] of Object.entries(table.columns)) {
    must(
      { holds: /^[a-z][a-z0-9_]{0,39}$/.test(column) },
      `the column ${column} must be lower case letters, digits and _`,
    );
    must(
      { holds: columnTypes.some((known) => known === type.replace(/\?$/, '')) },
      `the column ${column} has no known type`,
    );
  }
  must({ holds: Object.hasOwn(table.columns, table.key) }, 'its key must be one of its columns');
  must({ holds: handles.length > 0 }, 'it must handle at least one event type');
  for (const type of handles) must({ holds: known(type) }, `there is no event ${type} (docs/events.md)`);
  for (const summary of summaries)
    must(
      { holds: summary.name.startsWith(`${name}_`) && /^[a-z0-9_]{1,60}$/.test(summary.name) },
      `the summary ${summary.name} must begin with ${name}_`,
    );
};

/**
 * An external projection, held to the rules of built-in ones. It receives events it cannot change
 * and its own rows, and must answer rows of its table. A fold that throws parks its key, or the
 * whole projection, and nothing else.
 */
export const guardedProjection = (given: Projection, known: (type: string) => boolean): Projection => {
  requireShape(given, known);
  const columns = new Set(Object.keys(given.table.columns));
  const row = (answer: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
    if (answer === undefined) return undefined;
    if (typeof answer !== 'object' || answer === null || 'then' in answer)
      throw new UnusableProjection(`projection ${given.name}: fold must return a row or undefined, and no promise`);
    const strange = Object.keys(answer).find((column) => !columns.has(column));
    if (strange !== undefined)
      throw new UnusableProjection(`projection ${given.name}: its table has no column ${strange}`);
    const missing = [...columns].find((column) => answer[column] === undefined);
    if (missing !== undefined)
      throw new UnusableProjection(`projection ${given.name}: the row has no ${missing}; use null for an empty value`);
    return answer;
  };
  return {
    ...given,
    keys: (event: Recorded) => {
      const keys = given.keys(frozen(event));
      if (!Array.isArray(keys) || keys.some((key) => typeof key !== 'string'))
        throw new UnusableProjection(`projection ${given.name}: keys must answer texts`);
      return keys;
    },
    fold: (before, event, key) => row(given.fold(frozen(before), frozen(event), key)),
  };
};
