import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { catalogue, emittersOf } from '../../domain/events.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import type { Projection } from '../../projections/kernel/projection.ts';

/** What decides about the rows of a projection, shortened: its table, and what its fold makes of the golden samples. */
export type Fingerprint = Readonly<{ version: number; table: string; fold: string }>;
export type Fingerprints = Readonly<{
  /** The event types there were: one that came later is in no log whose rows could change. */
  events: readonly string[];
  projections: Readonly<Record<string, Fingerprint>>;
}>;

export const fingerprintsFile = path.join(import.meta.dirname, 'fingerprints.json');
export const readFingerprints = (): Fingerprints => JSON.parse(readFileSync(fingerprintsFile, 'utf8')) as Fingerprints;

const samplesFolder = path.resolve(import.meta.dirname, '../domain/samples');
const sampleFiles = readdirSync(samplesFolder).filter((file) => /\.v\d+\.json$/.test(file));

/** Ids that a sample leaves out are `sample`, as all others, so that one row is fed by all samples. */
const withIds = (data: object): object =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, value === null && name.endsWith('Id') ? 'sample' : value]),
  );

/** The golden samples of a type, each version lifted to the newest, with and without ids that may be null. */
const samplesOf = (type: string): readonly Omit<Recorded, 'revision' | 'position'>[] =>
  sampleFiles
    .filter((file) => file.startsWith(`${type}.v`))
    .sort()
    .flatMap((file) => {
      const sample = JSON.parse(readFileSync(path.join(samplesFolder, file), 'utf8')) as object;
      const version = Number(file.split('.v')[1]?.replace('.json', ''));
      const { data } = catalogue.decode({ type, version, data: sample });
      return [data, withIds(data as object)].map((each) => ({
        type,
        data: each,
        id: '00000000-0000-4000-8000-000000000000',
        stream: `${emittersOf.get(type)?.[0] ?? 'unknown'}-sample`,
        meta: {
          workspaceId: 'workspace',
          mode: 'live' as const,
          actor: { kind: 'user' as const, id: 'person', keyId: 'key' },
          $correlationId: 'correlation',
          $causationId: 'causation',
          occurredAt: '2026-03-01T10:00:00.000Z',
        },
      }));
    });

/** JSON with sorted keys: the order in which a fold writes its columns does not matter. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

type Rows = ReadonlyMap<string, Record<string, unknown>>;

/** The rows after one more event, or the message of the error. */
const applied = (projection: Projection, rows: Rows, sample: ReturnType<typeof samplesOf>[number], nth: number) => {
  const position = { commit: BigInt(nth), prepare: BigInt(nth) };
  const occurredAt = new Date(Date.UTC(2026, 2, 1, 10, nth)).toISOString();
  const event: Recorded = { ...sample, meta: { ...sample.meta, occurredAt }, revision: nth, position };
  try {
    const after = new Map(rows);
    for (const key of projection.keys(event)) {
      const row = projection.fold(after.get(key), event, key);
      if (row === undefined) after.delete(key);
      else after.set(key, row);
    }
    return { rows: after, outcome: canonical([...after]) };
  } catch (error) {
    return { rows, outcome: String(error) };
  }
};

/** Folds every sample alone, then every pair of samples after each one that begins a row. */
const outcomesOf = (projection: Projection, events: readonly string[]): readonly string[] => {
  const handled = projection.handles.filter((type) => events.includes(type)).toSorted();
  const samples = handled.flatMap((type) => samplesOf(type));
  const outcomes: string[] = [];
  for (const first of samples) {
    const begun = applied(projection, new Map(), first, 0);
    outcomes.push(begun.outcome);
    if (begun.rows.size === 0 || projection.table.appendOnly) continue;
    for (const second of samples) {
      const next = applied(projection, begun.rows, second, 1);
      outcomes.push(next.outcome);
      if (next.outcome === begun.outcome) continue;
      for (const third of samples) outcomes.push(applied(projection, next.rows, third, 2).outcome);
    }
  }
  return outcomes;
};

/** Over the events named, all by default. */
export const fingerprintOf = (
  projection: Projection,
  events: readonly string[] = [...catalogue.definitions.keys()],
): Fingerprint => {
  const { version, table, sharing = 'stream' } = projection;
  const { columns, key, indexes = [], appendOnly = false, bornWithStream = false } = table;
  return {
    version,
    // Columns are in the order of the table.
    table: shortHash(JSON.stringify([Object.entries(columns), key, indexes, appendOnly, bornWithStream, sharing])),
    fold: shortHash(outcomesOf(projection, events).join('\n')),
  };
};

/** The line of a projection's file that holds its version, as `file:line`. */
const versionLineOf = (name: string): string => {
  const root = path.resolve(import.meta.dirname, '../..');
  const own = `${path.sep}${name.replaceAll('_', '-')}.ts`;
  // Read models of one subject share a folder.
  const found = readdirSync(path.join(root, 'projections'), { recursive: true, encoding: 'utf8' });
  const file = `projections/${found.find((each) => each.endsWith(own)) ?? ''}`;
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return `${file}:${lines.findIndex((line) => line.trimStart().startsWith('version:')) + 1}`;
};

/** What is wrong with a fingerprint that is not the one noted for it; undefined where nothing is. */
export const complaintAbout = (name: string, now: Fingerprint, noted: Fingerprint | undefined): string | undefined => {
  const renew = 'npm run fingerprints';
  if (!noted) return `${name} has no fingerprint yet: ${renew}`;
  const changed = (['table', 'fold'] as const).filter((part) => now[part] !== noted[part]);
  if (now.version !== noted.version) return `${name} has another version than its fingerprint: ${renew}`;
  if (changed.length === 0) return undefined;
  return (
    `${versionLineOf(name)}: the ${changed.join(' and the ')} of ${name} changed, but not its version ${now.version}, ` +
    `so readers would keep rows of before. Raise the version at this line, then: ${renew}\n` +
    `Only where no stored event could have led to another row: ${renew} -- ${name}`
  );
};
