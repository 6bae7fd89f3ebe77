import { LRUCache } from 'lru-cache';
import type { Platform } from '../../../domain/platforms/platform.ts';
import type { JsonObject, SandboxAccount, SandboxObject, SandboxSecret } from './store.ts';

/**
 * The name of a row. The source `faults` has one row for all faults of a workspace on a platform:
 * its id is the workspace, and it is absent where no fault is left.
 */
export type RowName = Readonly<{
  source: 'account' | 'secret' | 'object' | 'record' | 'metrics' | 'faults';
  platform: Platform;
  id: string;
  /** The kind of a secret or a record. */
  kind?: string;
}>;

/** A row as it was read. Postgres gives each write of a row another version; an absent row has none. */
export type KnownRow = Readonly<{ name: RowName; version: string | null; value: unknown }>;

/** What the rows of each source hold. */
export type ValuesBySource = Readonly<{
  account: SandboxAccount;
  secret: SandboxSecret;
  object: SandboxObject;
  record: JsonObject;
  metrics: Readonly<Record<string, number>>;
  faults: unknown;
}>;

/** The value of a row of this source. The statement that reads a row, and the write that replaces it, give it by its source. */
export const valueOf = <Source extends RowName['source']>(
  source: Source,
  row: KnownRow | undefined,
): ValuesBySource[Source] | undefined =>
  row?.name.source === source ? (row.value as ValuesBySource[Source] | undefined) : undefined;

const keyOf = ({ source, platform, kind = '', id }: RowName): string => [source, platform, kind, id].join('\u0000');

/** Rows by their names. */
export class Rows {
  readonly #rows = new Map<string, KnownRow>();

  get(name: RowName): KnownRow | undefined {
    return this.#rows.get(keyOf(name));
  }

  put(row: KnownRow): void {
    this.#rows.set(keyOf(row.name), row);
  }

  delete(name: RowName): void {
    this.#rows.delete(keyOf(name));
  }

  clear(): void {
    this.#rows.clear();
  }

  all(): readonly KnownRow[] {
    return [...this.#rows.values()];
  }
}

/** The most characters of JSON that a node remembers of the simulated platforms. */
const mostCharacters = 8 * 1024 * 1024;
/** A longer row is read each time. */
const longestRow = 64 * 1024;

/**
 * The rows that this node saw last. Other nodes change them too, so what is remembered counts only
 * where a statement has found its version unchanged.
 */
export class RememberedRows {
  readonly #rows = new LRUCache<string, KnownRow>({
    maxSize: mostCharacters,
    maxEntrySize: longestRow,
    sizeCalculation: ({ value }) => 200 + (value === undefined ? 0 : JSON.stringify(value).length),
  });

  get(name: RowName): KnownRow | undefined {
    return this.#rows.get(keyOf(name));
  }

  put(row: KnownRow): void {
    this.#rows.set(keyOf(row.name), row);
  }

  delete(name: RowName): void {
    this.#rows.delete(keyOf(name));
  }
}
